#pragma once

#include <cstddef>

namespace grove::index {

/// Whether parts of identifiers and words are stemmed at all: the one switch for measuring what stemming is worth.
inline constexpr bool kStemming = true;

/// Light English stemming in place: plurals, -ing, -ed and a final e of long words go (`queries` → `query`, `parsing`, `parsed` → `parse`,
/// `handling`, `handle` → `handl`). Returns the new length, never longer than `size` + 1; the buffer must have room for that.
/// REQUIRES: `word` holds lower-case ASCII letters only. After Porter, "An algorithm for suffix stripping" (1980), steps 1a and 1b,
/// much shortened. Deterministic: terms of texts and queries agree.
std::size_t stem(char* word, std::size_t size);

}  // namespace grove::index
