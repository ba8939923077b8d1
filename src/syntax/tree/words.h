#pragma once

#include <string_view>

namespace grove::syntax {

/// Whether `word` is one of `words`, which stand apart by one space each.
inline bool contains_word(std::string_view words, std::string_view word) {
  if (words.size() < word.size() || word.empty()) return false;
  for (std::size_t at = words.find(word); at != std::string_view::npos; at = words.find(word, at + 1))
    if ((at == 0 || words[at - 1] == ' ') && (at + word.size() == words.size() || words[at + word.size()] == ' ')) return true;
  return false;
}

}  // namespace grove::syntax
