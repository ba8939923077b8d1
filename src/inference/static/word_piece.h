#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace grove::inference {

/// Cuts text into words and words into sub-word tokens, exactly as models/static-code/FORMAT.md ("Tokenisation") says: any bytes in, ids
/// out. Immutable and thread-safe.
class WordPiece {
 public:
  /// `vocabulary`: one token a line, the line's number is the id; `##x` continues a word. kCorrupt where a token cannot occur.
  static Result<WordPiece> build(std::string_view vocabulary);

  /// Appends the ids of the text's tokens; words that cannot be spelled give none.
  void encode(std::string_view text, std::vector<std::uint32_t>& ids) const;
  std::uint32_t tokens() const { return tokens_; }

 private:
  WordPiece() = default;

  // A trie of which a node is one number: the low 36 bits say which of a-z, 0-9 it has children for, the high 28 bits where the first of
  // them is; the others follow in order. Node 0 begins words, node 1 continues them.
  std::vector<std::uint64_t> nodes_;
  std::vector<std::uint32_t> ids_;  // of the token that ends at a node; kNoToken where none does
  std::uint32_t tokens_ = 0;
};

}  // namespace grove::inference
