#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graph/declarations.h"

namespace grove::graph {

/// Declarations that keep what was asked for of symbols, and imports: reading a symbol takes a walk through its neighbours' bytes, and
/// who looks through whole programs asks for the same ones again and again. One a thread; `all` must outlive it.
class RememberedDeclarations final : public Declarations {
 public:
  explicit RememberedDeclarations(const Declarations& all)
      : all_(all), pages_(all.symbol_limit() / kPage + 1), imports_(all.file_limit()) {}

  std::uint32_t file_limit() const override { return all_.file_limit(); }
  std::uint32_t symbol_limit() const override { return all_.symbol_limit(); }
  bool is_live(FileId file) const override { return all_.is_live(file); }
  DeclaredFile file(FileId file) const override { return all_.file(file); }
  DeclaredSymbol symbol(SymbolId symbol) const override;
  FileId file_of(SymbolId symbol) const override { return all_.file_of(symbol); }
  std::optional<FileId> find_file(std::string_view path) const override { return all_.find_file(path); }
  std::optional<SymbolId> find_symbol(FileId file, ByteRange range, std::string_view name) const override {
    return all_.find_symbol(file, range, name);
  }
  std::vector<FileId> files_named(std::string_view base_name) const override { return all_.files_named(base_name); }
  std::vector<FileId> files_of_module(std::string_view module) const override { return all_.files_of_module(module); }
  std::vector<NamedSymbol> named_with_standing(std::string_view name) const override { return all_.named_with_standing(name); }
  std::vector<SymbolId> named_ignoring_case(std::string_view name) const override { return all_.named_ignoring_case(name); }
  std::vector<SymbolId> members(SymbolId symbol) const override;
  std::vector<std::string_view> supertypes(SymbolId symbol) const override;
  std::vector<SymbolId> subtypes_naming(std::string_view name) const override { return all_.subtypes_naming(name); }
  std::vector<SymbolId> extensions_naming(std::string_view name) const override { return all_.extensions_naming(name); }
  std::vector<std::pair<std::string_view, std::string_view>> type_parameters(SymbolId symbol) const override;
  std::vector<std::string_view> parameter_types(SymbolId symbol) const override { return all_.parameter_types(symbol); }
  std::vector<DeclaredImport> imports(FileId file) const override;

 private:
  static constexpr std::size_t kPage = 32;
  struct Page {
    std::uint32_t known = 0;  // a bit a symbol
    std::array<DeclaredSymbol, kPage> symbols;
  };

  template <class Value>
  using BySymbol = std::unordered_map<SymbolId, Value>;

  const Declarations& all_;
  mutable std::vector<std::unique_ptr<Page>> pages_;
  mutable std::vector<std::optional<std::vector<DeclaredImport>>> imports_;  // by file
  mutable BySymbol<std::vector<SymbolId>> members_;
  mutable BySymbol<std::vector<std::string_view>> supertypes_;
  mutable BySymbol<std::vector<std::pair<std::string_view, std::string_view>>> type_parameters_;
};

}  // namespace grove::graph
