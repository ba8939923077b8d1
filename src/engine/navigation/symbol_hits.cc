#include "engine/navigation/symbol_hits.h"

#include <algorithm>

#include "engine/doc_text.h"
#include "engine/navigation/symbol_lookup.h"
#include "engine/unit_id.h"

namespace grove::engine {
namespace {

using graph::DeclaredFile;
using graph::DeclaredSymbol;
using graph::kNobody;
using graph::SymbolId;

/// The one unit of the index that is this symbol; nothing where it is part of another, or cut into several.
std::optional<index::UnitRef> unit_of(const Meaning& meaning, const DeclaredFile& file, const DeclaredSymbol& symbol) {
  if (meaning.scope->index == nullptr) return std::nullopt;
  const index::UnitIndex& index = *meaning.scope->index;
  std::optional<index::UnitRef> found;
  for (const index::UnitRef ref : index.units_of(file.path)) {
    const index::UnitView unit = index.unit(ref);
    if (unit.range.begin > symbol.range.begin) break;
    const bool same = unit.name == symbol.name && unit.kind == symbol.kind && unit.range.contains(symbol.range);
    if (unit.file_hash != file.hash) return std::nullopt;
    if (same) found = ref;
  }
  return found;
}

/// The same symbol in newer facts: of that qualified name and kind, the n-th of them.
const Symbol* same_symbol(const Facts& facts, const DeclaredSymbol& wanted, unsigned twin) {
  const Symbol* found = nullptr;
  for (const Symbol& symbol : facts.symbols) {
    if (symbol.kind != wanted.kind || facts.text(symbol.qualified_name) != wanted.qualified_name) continue;
    found = &symbol;
    if (--twin == 0) break;
  }
  return found;
}

/// With what indents its first line, as units have it.
ByteRange indented(std::string_view text, ByteRange range) {
  std::uint32_t begin = range.begin;
  while (begin > 0 && (text[begin - 1] == ' ' || text[begin - 1] == '\t')) --begin;
  return begin == 0 || text[begin - 1] == '\n' || text[begin - 1] == '\r' ? ByteRange{begin, range.end} : range;
}

void show_source(std::string_view text, const Symbol& symbol, SymbolHit& hit) {
  hit.code = slice(text, indented(text, symbol.range));
  hit.signature = signature_text(slice(text, symbol.signature));
  hit.docstring = doc_text(slice(text, symbol.doc));
  hit.lines = symbol.lines;
}

}  // namespace

std::uint32_t distinct_callees(const graph::Graph& graph, SymbolId symbol) {
  std::vector<SymbolId> targets;
  for (const graph::Edge& edge : graph.uses_in(symbol))
    if (edge.role == Role::kCall) targets.push_back(edge.target);
  std::ranges::sort(targets);
  return static_cast<std::uint32_t>(std::unique(targets.begin(), targets.end()) - targets.begin());
}

std::string shown_name(const graph::Declarations& declarations, SymbolId id) {
  const DeclaredSymbol symbol = declarations.symbol(id);
  return std::string(symbol.qualified_name.empty() ? symbol.name : symbol.qualified_name);
}

SymbolHit SymbolShower::brief(const Meaning& meaning) {
  const graph::Declarations& declarations = meaning.scope->declarations();
  const DeclaredSymbol symbol = declarations.symbol(meaning.symbol);
  const DeclaredFile file = declarations.file(symbol.file);
  SymbolHit hit;
  hit.repository = meaning.scope->repository.name;
  hit.path = file.path;
  hit.language = file.language;
  hit.kind = symbol.kind;
  hit.name = symbol.name;
  hit.qualified_name = symbol.qualified_name;
  if (symbol.parent != kNobody)
    hit.parent = declarations.symbol(symbol.parent).name;
  else
    hit.parent = symbol.receiver;
  hit.lines = symbol.lines;
  hit.callers = meaning.scope->graph->call_in_degree(meaning.symbol);
  hit.callees = distinct_callees(*meaning.scope->graph, meaning.symbol);
  hit.id = unit_id({.repository = hit.repository,
                    .path = hit.path,
                    .qualified_name = hit.qualified_name.empty() ? hit.name : hit.qualified_name,
                    .twin = twin_of(declarations, meaning.symbol),
                    .part = 0,
                    .lines = hit.lines});
  return hit;
}

/// Where the file is the one that was indexed its facts say where everything stands.
bool SymbolShower::show_as_indexed(const Meaning& meaning, SymbolHit& hit) const {
  const graph::Declarations& declarations = meaning.scope->declarations();
  const DeclaredFile file = declarations.file(declarations.file_of(meaning.symbol));
  const auto source = reader_.text(meaning.scope->repository, file.path);
  if (!source || (*source)->hash != file.hash) return false;
  const auto facts = facts_.read(meaning.scope->repository.id, file);
  const std::uint32_t within = meaning.symbol - file.first_symbol;
  if (!facts || within >= (*facts)->symbols.size()) return false;
  show_source((*source)->text, (*facts)->symbols[within], hit);
  return true;
}

SymbolHit SymbolShower::whole(const Meaning& meaning, const CancelToken& cancel, bool& changed) const {
  SymbolHit hit = brief(meaning);
  const graph::Declarations& declarations = meaning.scope->declarations();
  const DeclaredSymbol symbol = declarations.symbol(meaning.symbol);
  const DeclaredFile file = declarations.file(symbol.file);
  if (const auto ref = unit_of(meaning, file, symbol)) {
    UnitCode code = reader_.read({meaning.scope->repository, *meaning.scope->index, *ref}, cancel);
    hit.code = std::move(code.code);
    hit.signature = std::move(code.signature);
    hit.docstring = std::move(code.docstring);
    if (code.state != UnitCode::State::kAsIndexed) hit.lines = code.lines;
    hit.stale = code.state == UnitCode::State::kLost;
    changed = changed || code.state != UnitCode::State::kAsIndexed;
    return hit;
  }
  // No unit of its own (a field, a short member), or one that was cut: the file says what it is.
  if (show_as_indexed(meaning, hit)) return hit;
  const auto parsed = reader_.parse(meaning.scope->repository, file.path, cancel);
  const Symbol* found = parsed ? same_symbol(parsed->facts, symbol, twin_of(declarations, meaning.symbol)) : nullptr;
  changed = changed || !parsed || parsed->source->hash != file.hash;
  hit.stale = found == nullptr;
  if (found != nullptr) show_source(parsed->source->text, *found, hit);
  return hit;
}

}  // namespace grove::engine
