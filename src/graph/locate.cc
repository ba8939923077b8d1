#include "graph/locate.h"

namespace grove::graph {

std::optional<SymbolId> find_symbol(const Declarations& declarations, const SymbolPlace& place) {
  const auto file = declarations.find_file(place.path);
  return file ? find_symbol(declarations, *file, place) : std::nullopt;
}

std::optional<SymbolId> find_symbol(const Declarations& declarations, FileId id, const SymbolPlace& place) {
  const DeclaredFile file = declarations.file(id);
  std::uint32_t low = 0, high = file.symbol_count;
  while (low < high) {
    const std::uint32_t middle = (low + high) / 2;
    if (declarations.symbol(file.first_symbol + middle).range.begin < place.range.begin)
      low = middle + 1;
    else
      high = middle;
  }
  for (; low < file.symbol_count; ++low) {
    const DeclaredSymbol symbol = declarations.symbol(file.first_symbol + low);
    if (symbol.range.begin >= place.range.end) return std::nullopt;
    if (symbol.name == place.name) return file.first_symbol + low;
  }
  return std::nullopt;
}

}  // namespace grove::graph
