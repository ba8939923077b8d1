#pragma once

#include <string>
#include <string_view>

namespace grove::source {

/// A path of the file system as valid UTF-8 that says the same to people and can be turned back: a byte that is not part of valid UTF-8
/// becomes `\xHH`, and so does a backslash that would read as such. Nearly every path stays as it is.
std::string to_text_path(std::string_view raw);

/// The path that `to_text_path` was given.
std::string to_raw_path(std::string_view text);

}  // namespace grove::source
