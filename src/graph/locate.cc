#include "graph/locate.h"

namespace grove::graph {

std::optional<SymbolId> find_symbol(const Declarations& declarations, const SymbolPlace& place) {
  const auto file = declarations.find_file(place.path);
  return file ? declarations.find_symbol(*file, place.range, place.name) : std::nullopt;
}

}  // namespace grove::graph
