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

std::vector<FlowIndex::Meant> FlowIndex::meanings(const Declarations& declarations, const Call& call) const {
  std::vector<Meant> all;
  for (const SymbolId target : call.targets) {
    const SymbolId owner = declarations.symbol(target).parent;
    const SymbolId asked = call.type == kNobody ? owner : call.type;
    for (const SymbolId type : objects(call, asked, owner)) {
      const Meant one{.function = function_of(type, target), .type = type};
      if (std::ranges::find(all, one) == all.end()) all.push_back(one);
    }
  }
  return all;
}

/// The types whose objects a call can be for.
std::vector<SymbolId> FlowIndex::objects(const Call& call, SymbolId asked, SymbolId owner) const {
  if (is_generated(owner)) return {is_generated(asked) ? asked : owner};
  for (const SymbolId type : {asked, owner}) {
    const auto below = below_.find(type);
    if (below == below_.end()) continue;
    std::vector<SymbolId> beans;
    std::ranges::copy_if(below->second, std::back_inserter(beans), [&](SymbolId one) { return layer_of(one) != Layer::kNone; });
    // An object that is no bean is of the type that was named, as far as anyone can tell.
    if (beans.empty() && std::ranges::find(below->second, type) != below->second.end()) return {type};
    return injected(call, beans.empty() ? below->second : std::move(beans));
  }
  return {asked};
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
  for (const std::string& name : call.qualifiers)
    if (auto chosen = choose([&](const TypeRole& bean) { return is_called(bean, name); }); !chosen.empty()) return chosen;
  if (auto chosen = choose([](const TypeRole& bean) { return bean.is_primary; }); !chosen.empty()) return chosen;
  if (auto chosen = choose([&](const TypeRole& bean) { return is_called(bean, call.field); }); !chosen.empty()) return chosen;
  return beans;
}

}  // namespace grove::graph::web
