#pragma once

#include <string>
#include <string_view>

#include "model/file.h"

namespace grove::source {

/// A file's bytes as text, or the reason why they are none.
struct DecodedFile {
  FileState state = FileState::kIndexed;
  std::string reason{};
  Encoding encoding = Encoding::kUtf8;
  std::string text;  ///< UTF-8, BOM removed, line ends untouched, no invalid sequence.
};

/// Tells binary, minified and machine-written files apart by content and decodes the rest. Pure.
DecodedFile decode_file(std::string_view path, std::string bytes);

}  // namespace grove::source
