#include <algorithm>

#include "graph/web/flow.h"

// For which objects a call can be: what a container injects.
namespace grove::graph::web {

const TypeRole* FlowIndex::role(SymbolId type) const {
  const auto found = roles_.find(type);
  return found == roles_.end() ? nullptr : &found->second;
}

Layer FlowIndex::layer_of(SymbolId type) const { return role(type) == nullptr ? Layer::kNone : role(type)->layer; }

bool FlowIndex::is_generated(SymbolId type) const { return role(type) != nullptr && role(type)->is_generated; }

SymbolId FlowIndex::function_of(SymbolId type, SymbolId function) const {
  const auto found = overrides_.find(std::uint64_t{type} << 32U | function);
  return found == overrides_.end() ? function : found->second;
}

std::vector<FlowIndex::Meant> FlowIndex::meanings(const Declarations& declarations, const Call& call, SymbolId self) const {
  std::vector<Meant> all;
  if (!call.given.empty()) return given(call);
  const BoundMember* bound = bound_member(call, self);
  for (const SymbolId target : call.targets) {
    const SymbolId owner = declarations.symbol(target).parent;
    const BoundMember declared{.type = call.type == kNobody ? owner : call.type, .lineage = {}, .objects = {}};
    for (const SymbolId type : objects(declarations, call, bound == nullptr ? declared : *bound, owner)) {
      const Meant one{.function = function_of(type, target), .type = type};
      if (std::ranges::find(all, one) == all.end()) all.push_back(one);
    }
  }
  return all;
}

std::vector<FlowIndex::Meant> FlowIndex::given(const Call& call) const {
  std::vector<SymbolId> beans;
  for (const Meant& one : call.given) beans.push_back(one.type);
  const std::vector<SymbolId> chosen = injected(call, std::move(beans));
  std::vector<Meant> all;
  std::ranges::copy_if(call.given, std::back_inserter(all),
                       [&](const Meant& one) { return std::ranges::find(chosen, one.type) != chosen.end(); });
  return all;
}

/// The types whose objects a call can be for.
std::vector<SymbolId> FlowIndex::objects(const Declarations& declarations, const Call& call, const BoundMember& asked,
                                         SymbolId owner) const {
  if (is_generated(owner)) return {is_generated(asked.type) ? asked.type : owner};
  if (is_generated(asked.type))
    if (const SymbolId fragment = fragment_of(declarations, asked.type, owner); fragment != kNobody) return {fragment};
  for (const SymbolId type : {asked.type, owner}) {
    const auto below = below_.find(type);
    if (below == below_.end()) continue;
    std::vector<SymbolId> beans;
    std::ranges::copy_if(below->second, std::back_inserter(beans), [&](SymbolId one) {
      const bool fits = asked.objects.empty() || std::ranges::find(asked.objects, one) != asked.objects.end();
      return fits && layer_of(one) != Layer::kNone;
    });
    // An object that is no bean is of the type that was named, as far as anyone can tell.
    if (beans.empty() && std::ranges::find(below->second, type) != below->second.end()) return {type};
    return injected(call, beans.empty() ? below->second : std::move(beans));
  }
  return {asked.type};
}

const BoundMember* FlowIndex::bound_member(const Call& call, SymbolId self) const {
  const auto found = bound_.find(std::uint64_t{self} << 32U | call.asked);
  return found == bound_.end() ? nullptr : &found->second;
}

FlowIndex::Call FlowIndex::told_call(const Declarations& declarations, const Call& call, SymbolId self) const {
  const BoundMember* bound = bound_member(call, self);
  if (bound == nullptr || call.name.empty()) return {};
  for (const SymbolId type : bound->lineage)
    for (const SymbolId member : declarations.members(type)) {
      const DeclaredSymbol function = declarations.symbol(member);
      if (!is_callable(function.kind) || function.name != call.name || function.arity != call.arity) continue;
      Call told = call;
      told.targets = {member};
      return told;
    }
  return {};
}

/// The class that gives a generated repository what an interface of it wants, by the names that Spring Data knows.
SymbolId FlowIndex::fragment_of(const Declarations& declarations, SymbolId repository, SymbolId wanted) const {
  const auto below = below_.find(wanted);
  if (below == below_.end()) return kNobody;
  for (const SymbolId named : {repository, wanted})
    for (const SymbolId one : below->second)
      if (declarations.symbol(one).name == std::string(declarations.symbol(named).name) + "Impl") return one;
  return kNobody;
}

/// What a container injects: by qualifier, then the primary one, then by the field's name; all where nothing decides.
std::vector<SymbolId> FlowIndex::injected(const Call& call, std::vector<SymbolId> beans) const {
  if (beans.size() < 2 || call.field.empty()) return beans;
  const auto choose = [&](auto&& wanted) {
    std::vector<SymbolId> chosen;
    std::ranges::copy_if(beans, std::back_inserter(chosen), [&](SymbolId one) { return role(one) != nullptr && wanted(*role(one)); });
    return chosen;
  };
  const auto is_called = [](const TypeRole& bean, const std::string& name) {
    return std::ranges::find(bean.bean_names, name) != bean.bean_names.end();
  };
  const auto is_qualified = [&](const TypeRole& bean) {
    return std::ranges::any_of(call.qualifiers, [&](const std::string& name) { return is_called(bean, name); });
  };
  if (auto chosen = choose(is_qualified); !chosen.empty()) return chosen;
  if (auto chosen = choose([](const TypeRole& bean) { return bean.is_primary; }); !chosen.empty()) return chosen;
  if (auto chosen = choose([&](const TypeRole& bean) { return is_called(bean, call.field); }); !chosen.empty()) return chosen;
  return beans;
}

}  // namespace grove::graph::web
