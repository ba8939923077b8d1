#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace grove::engine {

/// Whether each of some words, in lower case, stands in a text, whatever the text's case.
inline bool has_all_words(std::string_view text, const std::vector<std::string>& words) {
  const std::string lower = to_lower_ascii(text);
  return std::ranges::all_of(words, [&](const std::string& word) { return lower.find(word) != std::string::npos; });
}

}  // namespace grove::engine
