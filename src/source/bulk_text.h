#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/file.h"

namespace grove::source {

struct BulkText {
  FileState state = FileState::kGenerated;
  std::string reason;
};

/// Whether text is for machines only: minified code, source maps, data on endless lines, tables of numbers. Generated code that people
/// read and search (protocol stubs and the like) is not. Judged by name, length of lines and share of white space.
std::optional<BulkText> find_bulk(std::string_view path, std::string_view text);

}  // namespace grove::source
