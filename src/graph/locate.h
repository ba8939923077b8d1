#pragma once

#include <optional>
#include <string_view>

#include "graph/declarations.h"

namespace grove::graph {

/// A stretch of a file that is said to hold a symbol of some name.
struct SymbolPlace {
  std::string_view path, name;
  ByteRange range;  ///< The symbol begins in it.
};
/// The first symbol of that name in it. Costs a look-up of the file and a few symbols.
std::optional<SymbolId> find_symbol(const Declarations& declarations, const SymbolPlace& place);

}  // namespace grove::graph
