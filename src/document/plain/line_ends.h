#pragma once

#include <string>
#include <string_view>

namespace grove::document {

/// The text with `\n` at the end of every line, whichever line ends it had, and without control characters other than tab and form feed.
std::string with_line_feeds(std::string_view text);

}  // namespace grove::document
