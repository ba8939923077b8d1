#pragma once

#include <memory>
#include <span>

#include "syntax/parser.h"
#include "syntax/tree/rules.h"

namespace grove::syntax {

/// All languages that have tables.
std::span<const LanguageDefinition* const> language_definitions();

/// Parses with the tables of `definitions`; files of other languages, and those past their limits, go to `fallback`.
std::unique_ptr<LanguageParser> make_tree_parser(std::span<const LanguageDefinition* const> definitions,
                                                 std::unique_ptr<LanguageParser> fallback);

}  // namespace grove::syntax
