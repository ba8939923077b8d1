#include "graph/joined_declarations.h"

#include <algorithm>

#include "base/check.h"

namespace grove::graph {

std::uint32_t JoinedDeclarations::file_limit() const { return parts_.empty() ? 0 : parts_.back().first_file + parts_.back().part->files(); }

std::uint32_t JoinedDeclarations::symbol_limit() const {
  return parts_.empty() ? 0 : parts_.back().first_symbol + parts_.back().part->symbols();
}

const JoinedPart& JoinedDeclarations::part_of_file(FileId file) const {
  GROVE_CONTRACT(file < file_limit());
  std::size_t i = parts_.size() - 1;
  while (parts_[i].first_file > file) --i;
  return parts_[i];
}

const JoinedPart& JoinedDeclarations::part_of_symbol(SymbolId symbol) const {
  GROVE_CONTRACT(symbol < symbol_limit());
  std::size_t i = parts_.size() - 1;
  while (parts_[i].first_symbol > symbol) --i;
  return parts_[i];
}

bool JoinedDeclarations::is_live(FileId file) const {
  const JoinedPart& part = part_of_file(file);
  return !part.is_dead(file - part.first_file);
}

DeclaredFile JoinedDeclarations::file(FileId file) const {
  const JoinedPart& part = part_of_file(file);
  DeclaredFile declared = part.part->file(file - part.first_file);
  declared.first_symbol += part.first_symbol;
  return declared;
}

DeclaredSymbol JoinedDeclarations::symbol(SymbolId symbol) const {
  const JoinedPart& part = part_of_symbol(symbol);
  DeclaredSymbol declared = part.part->symbol(symbol - part.first_symbol);
  declared.file += part.first_file;
  if (declared.parent != kNobody) declared.parent += part.first_symbol;
  return declared;
}

FileId JoinedDeclarations::file_of(SymbolId symbol) const {
  const JoinedPart& part = part_of_symbol(symbol);
  return part.first_file + part.part->file_of(symbol - part.first_symbol);
}

std::optional<FileId> JoinedDeclarations::find_file(std::string_view path) const {
  for (auto part = parts_.rbegin(); part != parts_.rend(); ++part) {
    const auto found = part->part->find_file(path);
    if (found && !part->is_dead(*found)) return part->first_file + *found;
  }
  return std::nullopt;
}

std::optional<SymbolId> JoinedDeclarations::find_symbol(FileId file, ByteRange range, std::string_view name) const {
  const JoinedPart& part = part_of_file(file);
  const auto found = part.part->find_symbol(file - part.first_file, range, name);
  return found ? std::optional(part.first_symbol + *found) : std::nullopt;
}

template <class Find>
std::vector<FileId> JoinedDeclarations::find_files(Find find) const {
  std::vector<FileId> files;
  std::size_t contributors = 0;
  for (const JoinedPart& part : parts_) {
    const std::size_t before = files.size();
    for (const FileId file : find(*part.part))
      if (file < part.part->files() && !part.is_dead(file)) files.push_back(part.first_file + file);
    contributors += files.size() > before ? 1 : 0;
  }
  if (contributors > 1) std::ranges::sort(files, {}, [this](FileId file) { return this->file(file).path; });
  return files;
}

template <class Find>
std::vector<SymbolId> JoinedDeclarations::find_symbols(Find find) const {
  std::vector<SymbolId> symbols;
  std::size_t contributors = 0;
  for (const JoinedPart& part : parts_) {
    const std::size_t before = symbols.size();
    for (const SymbolId symbol : find(*part.part))
      if (part.dead.empty() || !part.dead[part.part->file_of(symbol)]) symbols.push_back(part.first_symbol + symbol);
    contributors += symbols.size() > before ? 1 : 0;
  }
  if (contributors < 2) return symbols;
  std::vector<std::pair<std::string_view, SymbolId>> keyed;
  for (const SymbolId symbol : symbols) keyed.emplace_back(file(file_of(symbol)).path, symbol);
  std::ranges::sort(keyed);
  for (std::size_t i = 0; i < keyed.size(); ++i) symbols[i] = keyed[i].second;
  return symbols;
}

std::vector<FileId> JoinedDeclarations::files_named(std::string_view base_name) const {
  return find_files([&](const DeclaredPart& part) { return part.files_named(base_name); });
}

std::vector<FileId> JoinedDeclarations::files_of_module(std::string_view module) const {
  return find_files([&](const DeclaredPart& part) { return part.files_of_module(module); });
}

std::vector<NamedSymbol> JoinedDeclarations::named_with_standing(std::string_view name) const {
  std::vector<NamedSymbol> symbols;
  std::size_t contributors = 0;
  for (const JoinedPart& part : parts_) {
    const std::size_t before = symbols.size();
    for (const NamedSymbol& symbol : part.part->named(name))
      if (part.dead.empty() || !part.dead[part.part->file_of(symbol.id)])
        symbols.push_back({part.first_symbol + symbol.id, symbol.standing});
    contributors += symbols.size() > before ? 1 : 0;
  }
  if (contributors > 1) sort_by_place(symbols);
  return symbols;
}

/// The parts give theirs in order, one part after the other.
void JoinedDeclarations::sort_by_place(std::vector<NamedSymbol>& symbols) const {
  std::vector<std::pair<std::string_view, NamedSymbol>> keyed;
  keyed.reserve(symbols.size());
  for (const NamedSymbol& symbol : symbols) keyed.emplace_back(file(file_of(symbol.id)).path, symbol);
  std::ranges::sort(keyed);
  for (std::size_t i = 0; i < keyed.size(); ++i) symbols[i] = keyed[i].second;
}

std::vector<SymbolId> JoinedDeclarations::named_ignoring_case(std::string_view name) const {
  return find_symbols([&](const DeclaredPart& part) { return part.named_ignoring_case(name); });
}

std::vector<SymbolId> JoinedDeclarations::subtypes_naming(std::string_view name) const {
  return find_symbols([&](const DeclaredPart& part) { return part.subtypes_naming(name); });
}

std::vector<SymbolId> JoinedDeclarations::extensions_naming(std::string_view name) const {
  return find_symbols([&](const DeclaredPart& part) { return part.extensions_naming(name); });
}

std::vector<std::pair<std::string_view, std::string_view>> JoinedDeclarations::type_parameters(SymbolId symbol) const {
  const JoinedPart& part = part_of_symbol(symbol);
  return part.part->type_parameters(symbol - part.first_symbol);
}

std::vector<SymbolId> JoinedDeclarations::members(SymbolId symbol) const {
  const JoinedPart& part = part_of_symbol(symbol);
  std::vector<SymbolId> members = part.part->members(symbol - part.first_symbol);
  for (SymbolId& member : members) member += part.first_symbol;
  return members;
}

std::vector<std::string_view> JoinedDeclarations::supertypes(SymbolId symbol) const {
  const JoinedPart& part = part_of_symbol(symbol);
  return part.part->supertypes(symbol - part.first_symbol);
}

std::vector<std::string_view> JoinedDeclarations::parameter_types(SymbolId symbol) const {
  const JoinedPart& part = part_of_symbol(symbol);
  return part.part->parameter_types(symbol - part.first_symbol);
}

std::vector<DeclaredImport> JoinedDeclarations::imports(FileId file) const {
  const JoinedPart& part = part_of_file(file);
  return part.part->imports(file - part.first_file);
}

}  // namespace grove::graph
