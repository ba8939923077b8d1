#include "graph/remembered_declarations.h"

#include "base/check.h"

namespace grove::graph {

DeclaredSymbol RememberedDeclarations::symbol(SymbolId symbol) const {
  GROVE_CONTRACT(symbol < all_.symbol_limit());
  std::unique_ptr<Page>& page = pages_[symbol / kPage];
  if (page == nullptr) page = std::make_unique<Page>();
  DeclaredSymbol& kept = page->symbols[symbol % kPage];
  const std::uint32_t bit = std::uint32_t{1} << symbol % kPage;
  if ((page->known & bit) == 0) kept = all_.symbol(symbol);
  page->known |= bit;
  return kept;
}

std::vector<DeclaredImport> RememberedDeclarations::imports(FileId file) const {
  GROVE_CONTRACT(file < all_.file_limit());
  if (!imports_[file]) imports_[file] = all_.imports(file);
  return *imports_[file];
}

}  // namespace grove::graph
