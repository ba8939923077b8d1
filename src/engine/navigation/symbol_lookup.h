#pragma once

#include <span>
#include <vector>

#include "engine/navigation/scope.h"
#include "engine/navigation/symbol_text.h"

namespace grove::engine {

/// What a name may mean, likeliest first: symbols of exactly that qualified name; else those that end in it; else those that do ignoring
/// case. Definitions before declarations, types before callables before all else, code before tests, then what is called most, then by
/// path.
std::vector<Meaning> find_meanings(std::span<const GraphScope> scopes, const SymbolText& text);

/// Position of a symbol among those of its qualified name in its file: 1, 2, …
unsigned twin_of(const graph::Declarations& declarations, graph::SymbolId symbol);

}  // namespace grove::engine
