#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/span.h"

namespace grove {

/// Where the lines of a text begin. A line ends with LF, CRLF, or a CR alone; a text that ends with a line end has no further, empty line.
/// Texts of up to 4 GiB. Immutable after construction, so thread-safe; keeps no reference to the text.
class LineIndex {
 public:
  explicit LineIndex(std::string_view text);

  /// 0 for an empty text.
  std::uint32_t count() const { return static_cast<std::uint32_t>(begins_.size()); }
  /// The line (1-based) that byte `offset` stands in; its line end belongs to it. Past the end: the last line; 1 in an empty text.
  std::uint32_t line_of(std::uint32_t offset) const;
  /// The lines that a range of bytes touches; an empty range stands on the line of its begin.
  LineRange lines_of(ByteRange range) const;
  /// The bytes of a line with its line end; empty where there is no such line.
  ByteRange bytes_of(std::uint32_t line) const;
  /// The bytes of whole lines `first..last`; lines that don't exist are left out.
  ByteRange bytes_of(LineRange lines) const;

 private:
  std::vector<std::uint32_t> begins_;
  std::uint32_t size_ = 0;
};

/// Column of byte `offset` in a text, 1-based, in Unicode code points from the begin of its line. The text is UTF-8; an offset inside a
/// code point counts as the one it is inside.
std::uint32_t code_point_column(std::string_view text, const LineIndex& lines, std::uint32_t offset);
/// The same, 0-based in UTF-16 code units, as the Language Server Protocol counts.
std::uint32_t utf16_column(std::string_view text, const LineIndex& lines, std::uint32_t offset);

}  // namespace grove
