#include "graph/web/receivers.h"

#include <algorithm>

namespace grove::graph::web {
namespace {

constexpr int kMostSteps = 6;

}  // namespace

ValueTypes& Receivers::of(FileId file) {
  const auto [known, fresh] = files_.try_emplace(file, at_, layers_);
  if (fresh) known->second.enter(file);
  return known->second;
}

ValueType Receivers::named(const Place& place, std::string_view name) { return of(place.file).of_name(place.scope, name); }

ValueType Receivers::of_type(const Place& place, std::string_view type) { return of(place.file).of_text(place.file, place.scope, type); }

ValueType Receivers::declared(SymbolId symbol) {
  const DeclaredSymbol one = at_.program.declarations().symbol(symbol);
  return is_callable(one.kind) ? of_type({one.file, symbol}, one.type) : of(one.file).of_field(symbol);
}

ValueType Receivers::path(const Place& place, std::string_view written) {
  std::string_view rest = plain_receiver(written);
  std::size_t dot = rest.find('.');
  ValueType found = named(place, rest.substr(0, dot));
  for (int steps = 0; dot != std::string_view::npos && found.type != kNobody && steps < kMostSteps; ++steps) {
    rest = rest.substr(dot + 1);
    dot = rest.find('.');
    const std::vector<SymbolId> members = at_.program.scopes().members(found.type, plain_receiver(rest.substr(0, dot)));
    found = members.empty() ? ValueType{} : declared(members.front());
  }
  return dot == std::string_view::npos ? found : ValueType{};
}

SymbolId Receivers::field(const Place& place, std::string_view name) {
  const Declarations& declarations = at_.program.declarations();
  for (SymbolId type = at_.program.scopes().enclosing_type(place); type != kNobody; type = declarations.symbol(type).parent) {
    if (!is_type(declarations.symbol(type).kind)) continue;
    for (const SymbolId owner : with_ancestors(at_.program, type))
      for (const SymbolId member : at_.program.members_named(owner, name)) {
        const DeclaredSymbol one = declarations.symbol(member);
        if (!is_callable(one.kind) && !is_type(one.kind)) return member;
      }
  }
  return kNobody;
}

std::vector<SymbolId> Receivers::functions(const Place& place, std::string_view name) {
  const Declarations& declarations = at_.program.declarations();
  Scopes& scopes = at_.program.scopes();
  const auto callable = [&](SymbolId one) { return is_callable(declarations.symbol(one).kind); };
  for (SymbolId type = scopes.enclosing_type(place); type != kNobody; type = declarations.symbol(type).parent) {
    if (!is_type(declarations.symbol(type).kind)) continue;
    std::vector<SymbolId> found = scopes.members(type, name);
    std::erase_if(found, [&](SymbolId one) { return !callable(one); });
    if (!found.empty()) return found;
  }
  Found found = scopes.look_up(place, name, Want::kCallable);
  std::erase_if(found.symbols, [&](SymbolId one) { return !callable(one); });
  return found.confidence == Confidence::kName ? std::vector<SymbolId>() : found.symbols;
}

}  // namespace grove::graph::web
