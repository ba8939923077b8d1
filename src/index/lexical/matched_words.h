#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace grove::index {

/// How terms stand in some texts: for each term the first word of the first text that gives it, or the part of an identifier that does, as
/// it is written there ("Expired" for the term "expire"). Each once, case aside, in the order of the terms; a term that no text gives is
/// left out.
std::vector<std::string> matched_words(std::span<const std::string> terms, std::span<const std::string_view> texts);

}  // namespace grove::index
