#include "graph/web/go_interfaces.h"

#include <algorithm>

namespace grove::graph::web {
namespace {

constexpr std::size_t kMostLookedAt = 400;  // functions of one name

}  // namespace

bool GoInterfaces::asks_for(SymbolId function) const {
  const DeclaredSymbol asked = program_.declarations().symbol(function);
  if (asked.parent == kNobody || !is_callable(asked.kind)) return false;
  return program_.declarations().symbol(asked.parent).kind == Kind::kInterface &&
         program_.declarations().file(asked.file).language == Language::kGo;
}

const std::vector<SymbolId>& GoInterfaces::implementations(SymbolId function) {
  const SymbolId interface = program_.declarations().symbol(function).parent;
  const auto [known, fresh] = known_.try_emplace(interface);
  if (fresh) known->second = find(interface);
  return known->second;
}

SymbolId GoInterfaces::function_of(SymbolId type, SymbolId function) {
  const DeclaredSymbol asked = program_.declarations().symbol(function);
  for (const SymbolId member : program_.scopes().members(type, asked.name)) {
    const DeclaredSymbol one = program_.declarations().symbol(member);
    if (is_callable(one.kind) && one.arity == asked.arity && !asks_for(member)) return member;
  }
  return kNobody;
}

/// Of the functions asked for, those of the rarest name say who can be meant.
std::vector<SymbolId> GoInterfaces::find(SymbolId interface) {
  Names& names = program_.scopes().names();
  std::vector<SymbolId> asked;
  for (const SymbolId member : program_.declarations().members(interface))
    if (asks_for(member)) asked.push_back(member);
  const auto count = [&](SymbolId one) { return names.sorted(program_.declarations().symbol(one).name).extensions.size(); };
  const auto rarest = std::ranges::min_element(asked, {}, count);
  std::vector<SymbolId> found;
  if (rarest == asked.end() || count(*rarest) > kMostLookedAt) return found;
  const std::vector<SymbolId> having = names.sorted(program_.declarations().symbol(*rarest).name).extensions;
  for (const SymbolId one : having) {
    const Candidate& at = names.candidate(one);
    if (at.family != Family::kGo || program_.facts(at.file) == nullptr) continue;
    const SymbolId type = program_.scopes().enclosing_type({at.file, one});
    const bool is_known = type == kNobody || std::ranges::find(found, type) != found.end();
    const auto has = [&](SymbolId wanted) { return function_of(type, wanted) != kNobody; };
    if (!is_known && std::ranges::all_of(asked, has)) found.push_back(type);
  }
  return found;
}

}  // namespace grove::graph::web
