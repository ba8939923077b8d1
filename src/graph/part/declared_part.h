#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/declarations.h"
#include "graph/part/part_file.h"
#include "graph/part/string_table.h"

namespace grove::graph {

/// Counts of a part, in its section kMeta.
struct PartMeta {
  std::uint32_t files = 0, symbols = 0, strings = 0;
  std::uint32_t name_bits = 0;                       ///< Of a name entry that hold the string's number; the rest are bits of its hash.
  std::uint32_t older_files = 0, older_symbols = 0;  ///< In all parts before it: where its own numbers begin.
};

/// What the files of one part declare, read in place; numbers of files and symbols count within the part. Damaged bytes give empty texts
/// and clamped numbers, never a read outside. Immutable, thread-safe.
class DeclaredPart {
 public:
  DeclaredPart() = default;
  /// kCorrupt where the sections don't fit each other.
  static Result<DeclaredPart> open(const PartFile& file);

  std::uint32_t files() const { return meta_.files; }
  std::uint32_t symbols() const { return meta_.symbols; }
  const PartMeta& meta() const { return meta_; }

  /// REQUIRES for all of these: file < files(), symbol < symbols().
  DeclaredFile file(FileId file) const;
  std::string_view path(FileId file) const;
  DeclaredSymbol symbol(SymbolId symbol) const;
  FileId file_of(SymbolId symbol) const;
  std::vector<SymbolId> members(SymbolId symbol) const;
  std::vector<std::string_view> supertypes(SymbolId symbol) const;
  std::vector<std::string_view> parameter_types(SymbolId symbol) const;
  std::vector<std::pair<std::string_view, std::string_view>> type_parameters(SymbolId symbol) const;
  std::vector<DeclaredImport> imports(FileId file) const;

  std::optional<FileId> find_file(std::string_view path) const;
  std::optional<SymbolId> find_symbol(FileId file, ByteRange range, std::string_view name) const;
  /// Those whose base name, module or name is that, ascending.
  std::vector<FileId> files_named(std::string_view base_name) const;
  std::vector<FileId> files_of_module(std::string_view module) const;
  std::vector<NamedSymbol> named(std::string_view name) const;
  std::vector<SymbolId> named_ignoring_case(std::string_view name) const;
  std::vector<SymbolId> subtypes_naming(std::string_view name) const { return keyed(subtypes_, name); }
  std::vector<SymbolId> extensions_naming(std::string_view name) const { return keyed(extensions_, name); }

 private:
  bool fits() const;
  struct Row;
  class Cursor;
  Row row(SymbolId symbol) const;
  DeclaredSymbol declared(const Row& row) const;
  SymbolId first_symbol(FileId file) const;
  SymbolId end_symbol(FileId file) const;
  /// Numbers of the strings whose name hash may be that of `folded`.
  std::vector<std::uint32_t> name_candidates(std::string_view folded) const;
  /// The symbols of a list of pairs (string, symbol) in the order of the strings.
  std::vector<SymbolId> keyed(const ArrayView<std::uint64_t>& list, std::string_view key) const;
  std::vector<std::string_view> texts(std::string_view list) const;
  void add_postings(std::uint32_t string, std::vector<NamedSymbol>& symbols) const;

  PartMeta meta_;
  StringTable strings_;
  std::string_view files_, symbols_, postings_, imports_;
  ArrayView<std::uint32_t> first_symbols_, by_base_name_, by_module_, symbol_blocks_, posting_blocks_, name_buckets_, name_entries_;
  ArrayView<std::uint64_t> shapes_, subtypes_, extensions_;
};

}  // namespace grove::graph
