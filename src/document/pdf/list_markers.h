#pragma once

#include <string_view>

namespace grove::document::pdf {

/// Whether that is what an item of a list, or a numbered heading, begins with, and nothing else: "•", "–", "3.", "(a)", "iv)", "[12]",
/// "2.1.3".
bool is_list_marker(std::string_view text);

/// The marker that a line of text begins with, white space behind it: "2. " of "2. Open it"; empty where there is none. A bare number or
/// letter is none.
std::string_view leading_marker(std::string_view text);

/// Whether it begins with a mark that stands nowhere but before the items of lists: a dash or an asterisk may begin any line.
bool begins_with_bullet(std::string_view text);

}  // namespace grove::document::pdf
