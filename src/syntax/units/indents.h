#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "model/line_index.h"

namespace grove::syntax {

/// How far each line is indented, in place of the depth of a syntax tree; 255 for blank lines. By row, from 0.
inline std::vector<std::uint8_t> indents_of(std::string_view text, const LineIndex& lines) {
  std::vector<std::uint8_t> indents(lines.count(), 255);
  for (std::uint32_t line = 1; line <= lines.count(); ++line) {
    const ByteRange bytes = lines.bytes_of(line);
    const std::size_t indent = text.substr(bytes.begin, bytes.size()).find_first_not_of(" \t\r\n");
    if (indent != std::string_view::npos) indents[line - 1] = static_cast<std::uint8_t>(std::min<std::size_t>(indent, 254));
  }
  return indents;
}

}  // namespace grove::syntax
