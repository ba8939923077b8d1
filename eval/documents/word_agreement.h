#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace grove::document {

/// The words of a text in lower case: runs of letters and digits of any script, ligatures spelled out. Punctuation, and how a word is
/// quoted or marked up, make no difference.
std::vector<std::string> words_of(std::string_view text);

/// How far two texts have the same words: 2 · common / (all of both), from 0 to 1.
struct Agreement {
  double bag = 0;  ///< Counting words, in whatever order.
  /// Counting words in a run of five that the other text has as well: passages may stand elsewhere.
  double passages = 0;
  double sequence = 0;  ///< Counting the longest common subsequence (E. Myers, "An O(ND) Difference Algorithm", 1986).
};

Agreement compare_words(const std::vector<std::string>& a, const std::vector<std::string>& b);

}  // namespace grove::document
