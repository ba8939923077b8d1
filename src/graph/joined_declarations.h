#pragma once

#include <memory>
#include <vector>

#include "graph/declarations.h"
#include "graph/part/declared_part.h"

namespace grove::graph {

/// One part among others: where its numbers begin among all, and which of its files are dead.
struct JoinedPart {
  std::shared_ptr<const DeclaredPart> part;
  FileId first_file = 0;
  SymbolId first_symbol = 0;
  std::vector<bool> dead;  ///< By file; empty where none is.

  bool is_dead(FileId file) const { return !dead.empty() && dead[file]; }
};

/// Parts, oldest first, as one whole.
class JoinedDeclarations final : public Declarations {
 public:
  explicit JoinedDeclarations(std::vector<JoinedPart> parts) : parts_(std::move(parts)) {}

  std::uint32_t file_limit() const override;
  std::uint32_t symbol_limit() const override;
  bool is_live(FileId file) const override;
  DeclaredFile file(FileId file) const override;
  DeclaredSymbol symbol(SymbolId symbol) const override;
  FileId file_of(SymbolId symbol) const override;
  std::optional<FileId> find_file(std::string_view path) const override;
  std::optional<SymbolId> find_symbol(FileId file, ByteRange range, std::string_view name) const override;
  std::vector<FileId> files_named(std::string_view base_name) const override;
  std::vector<FileId> files_of_module(std::string_view module) const override;
  std::vector<NamedSymbol> named_with_standing(std::string_view name) const override;
  std::vector<SymbolId> named_ignoring_case(std::string_view name) const override;
  std::vector<SymbolId> members(SymbolId symbol) const override;
  std::vector<SymbolId> subtypes_naming(std::string_view name) const override;
  std::vector<SymbolId> extensions_naming(std::string_view name) const override;
  std::vector<std::pair<std::string_view, std::string_view>> type_parameters(SymbolId symbol) const override;
  std::vector<std::string_view> supertypes(SymbolId symbol) const override;
  std::vector<std::string_view> parameter_types(SymbolId symbol) const override;
  std::vector<DeclaredImport> imports(FileId file) const override;

  const std::vector<JoinedPart>& parts() const { return parts_; }
  /// REQUIRES: file < file_limit(), symbol < symbol_limit().
  const JoinedPart& part_of_file(FileId file) const;
  const JoinedPart& part_of_symbol(SymbolId symbol) const;

 private:
  template <class Find>
  std::vector<FileId> find_files(Find find) const;
  template <class Find>
  std::vector<SymbolId> find_symbols(Find find) const;
  void sort_by_place(std::vector<NamedSymbol>& symbols) const;

  std::vector<JoinedPart> parts_;
};

}  // namespace grove::graph
