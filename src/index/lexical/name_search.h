#pragma once

#include <functional>
#include <string_view>

#include "index/lexical/term_dictionary.h"

namespace grove::index {

/// A name of the dictionary that matches: its symbols, and how well, 0 to 1.
struct NameMatch {
  std::string_view name;
  std::string_view symbols;
  float closeness = 0;
};
using OnName = std::function<void(const NameMatch&)>;

/// Names that start with `prefix`, in order; the closer in length the better.
void match_prefix(const TermDictionary& dictionary, std::string_view prefix, const OnName& on_name);

/// Names within `edits` insertions, deletions, replacements or swaps of neighbours (optimal string alignment), by walking the sorted
/// dictionary with the rows of the distance matrix kept for each shared prefix, and jumping over prefixes that can't match any more.
/// The first letter has to be right: it is rarely mistyped, and leaves a small part of the dictionary to walk.
void match_fuzzy(const TermDictionary& dictionary, std::string_view name, unsigned edits, const OnName& on_name);

}  // namespace grove::index
