#include "graph/remembered_declarations.h"

#include "base/check.h"

namespace grove::graph {
namespace {

template <class Value, class Read>
const Value& remembered(std::unordered_map<SymbolId, Value>& known, SymbolId symbol, Read read) {
  const auto [found, fresh] = known.try_emplace(symbol);
  if (fresh) found->second = read();
  return found->second;
}

}  // namespace

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

std::vector<SymbolId> RememberedDeclarations::members(SymbolId symbol) const {
  return remembered(members_, symbol, [&] { return all_.members(symbol); });
}

std::vector<std::string_view> RememberedDeclarations::supertypes(SymbolId symbol) const {
  return remembered(supertypes_, symbol, [&] { return all_.supertypes(symbol); });
}

std::vector<std::pair<std::string_view, std::string_view>> RememberedDeclarations::type_parameters(SymbolId symbol) const {
  return remembered(type_parameters_, symbol, [&] { return all_.type_parameters(symbol); });
}

}  // namespace grove::graph
