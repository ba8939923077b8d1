#include "graph/web/flow.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "graph/resolve/type_text.h"

namespace grove::graph::web {
namespace {

constexpr std::size_t kMostSteps = 200;
constexpr int kDeepest = 40;

}  // namespace

/// One walk along the calls.
class FlowWalk {
 public:
  FlowWalk(const FlowIndex& index, const Declarations& declarations) : index_(index), declarations_(declarations) {}

  Flow walk(const Endpoint& endpoint) {
    const DeclaredSymbol handler = declarations_.symbol(endpoint.handler);
    SymbolId controller = is_callable(handler.kind) ? handler.parent : endpoint.handler;
    for (const SymbolId one : declarations_.named(last_part(endpoint.controller)))
      if (declarations_.symbol(one).qualified_name == endpoint.controller && is_type(declarations_.symbol(one).kind)) controller = one;
    Layer layer = layer_of(controller);
    if (layer == Layer::kNone || layer == Layer::kComponent || layer == Layer::kConfiguration) layer = Layer::kController;
    add_step(layer, endpoint.handler, controller, {});
    stepped_.insert({endpoint.handler, controller});
    if (const auto before = index_.before_.find(controller); before != index_.before_.end())
      for (const SymbolId function : before->second) enter(function, controller, {.step = 1, .branch = 0, .depth = 0});
    enter(endpoint.handler, controller, {.step = 1, .branch = 0, .depth = 0});
    return std::move(flow_);
  }

 private:
  /// Where a walk stands.
  struct Position {
    std::size_t step = 0;
    std::uint32_t branch = 0;
    int depth = 0;
    FlowStep::Via via = FlowStep::Via::kCall;  // by which it is come to from there
  };
  /// What one call comes to: a function as an object of a type has it.
  struct Meant {
    SymbolId function = kNobody;
    SymbolId type = kNobody;
    friend auto operator<=>(const Meant&, const Meant&) = default;
  };

  const TypeRole* role(SymbolId type) const {
    const auto found = index_.roles_.find(type);
    return found == index_.roles_.end() ? nullptr : &found->second;
  }
  Layer layer_of(SymbolId type) const { return role(type) == nullptr ? Layer::kNone : role(type)->layer; }
  bool is_generated(SymbolId type) const { return role(type) != nullptr && role(type)->is_generated; }

  SymbolId function_of(SymbolId type, SymbolId function) const {
    const auto found = index_.overrides_.find(std::uint64_t{type} << 32U | function);
    return found == index_.overrides_.end() ? function : found->second;
  }

  void add_step(Layer layer, SymbolId function, SymbolId type, const Position& from) {
    const DeclaredSymbol declared = declarations_.symbol(function);
    flow_.steps.push_back({.layer = layer,
                           .symbol = std::string(declared.qualified_name),
                           .type = std::string(type == kNobody ? declared.qualified_name : declarations_.symbol(type).qualified_name),
                           .path = std::string(declarations_.file(declared.file).path),
                           .line = declared.lines.first,
                           .caller = from.step,
                           .branch = from.branch,
                           .via = from.via,
                           .is_asynchronous = from.via == FlowStep::Via::kMessage || index_.asynchronous_.contains(function)});
  }

  bool is_full() {
    if (flow_.steps.size() < kMostSteps) return false;
    flow_.is_cut = true;
    return true;
  }

  void enter(SymbolId function, SymbolId type, const Position& at) {
    if (!entered_.insert({function, type}).second) return;
    const auto calls = index_.calls_.find(function);
    if (calls == index_.calls_.end()) return;
    if (at.depth >= kDeepest) {
      flow_.is_cut = true;
      return;
    }
    for (const FlowIndex::Call& call : calls->second) {
      if (is_full()) return;
      if (call.targets.empty())
        add_provided(call, at);
      else
        follow(call, type, at);
    }
  }

  /// What no code of the repository does: `save` of Spring Data, `getForObject` of a RestTemplate.
  void add_provided(const FlowIndex::Call& call, const Position& at) {
    const bool is_of_library = call.type == kNobody;
    const std::string type = is_of_library ? call.library_type : std::string(declarations_.symbol(call.type).qualified_name);
    const std::string symbol = fmt::format("{}.{}", is_of_library ? std::string(last_part(type)) : type, call.name);
    const std::string place = is_of_library ? fmt::format("{}:{}", call.file, call.line) : std::string();
    if (!provided_.insert({symbol, place}).second) return;
    flow_.steps.push_back({.layer = is_of_library ? Layers::of_library(type) : layer_of(call.type),
                           .symbol = symbol,
                           .type = type,
                           .path = std::string(declarations_.file(is_of_library ? call.file : declarations_.file_of(call.type)).path),
                           .line = is_of_library ? call.line : declarations_.symbol(call.type).lines.first,
                           .caller = at.step,
                           .branch = at.branch});
  }

  void follow(const FlowIndex::Call& call, SymbolId self, const Position& at) {
    if (call.is_own) {
      for (const SymbolId target : call.targets)
        enter(call.is_of_super ? target : function_of(self, target), self, {.step = at.step, .branch = at.branch, .depth = at.depth + 1});
      return;
    }
    const std::vector<Meant> all = meanings(call);
    const bool is_choice = all.size() > 1 && call.via == FlowStep::Via::kCall;  // all that listen are called
    for (std::size_t i = 0; i < all.size() && !is_full(); ++i)
      go_to(all[i],
            {.step = at.step, .branch = is_choice ? static_cast<std::uint32_t>(i + 1) : at.branch, .depth = at.depth + 1, .via = call.via});
  }

  void go_to(const Meant& next, Position at) {
    const Layer layer = layer_of(next.type);
    const bool is_static = (declarations_.symbol(next.function).flags & kSymbolStatic) != 0;  // no object is asked
    const bool counts = layer != Layer::kNone && !is_static && !index_.accessors_.contains(next.function);
    if (counts && stepped_.insert({next.function, next.type}).second) {
      add_step(layer, next.function, next.type, at);
      at.step = flow_.steps.size();
    }
    at.via = FlowStep::Via::kCall;
    enter(next.function, next.type, at);
  }

  std::vector<Meant> meanings(const FlowIndex::Call& call) const {
    std::vector<Meant> all;
    for (const SymbolId target : call.targets) {
      const SymbolId owner = declarations_.symbol(target).parent;
      const SymbolId asked = call.type == kNobody ? owner : call.type;
      for (const SymbolId type : objects(call, asked, owner)) {
        const Meant one{.function = function_of(type, target), .type = type};
        if (std::ranges::find(all, one) == all.end()) all.push_back(one);
      }
    }
    return all;
  }

  /// The types whose objects a call can be for.
  std::vector<SymbolId> objects(const FlowIndex::Call& call, SymbolId asked, SymbolId owner) const {
    if (is_generated(owner)) return {is_generated(asked) ? asked : owner};
    for (const SymbolId type : {asked, owner}) {
      const auto below = index_.below_.find(type);
      if (below == index_.below_.end()) continue;
      std::vector<SymbolId> beans;
      std::ranges::copy_if(below->second, std::back_inserter(beans), [&](SymbolId one) { return layer_of(one) != Layer::kNone; });
      // An object that is no bean is of the type that was named, as far as anyone can tell.
      if (beans.empty() && std::ranges::find(below->second, type) != below->second.end()) return {type};
      return injected(call, beans.empty() ? below->second : std::move(beans));
    }
    return {asked};
  }

  /// What a container injects: by qualifier, then the primary one, then by the field's name; all where nothing decides.
  std::vector<SymbolId> injected(const FlowIndex::Call& call, std::vector<SymbolId> beans) const {
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

  const FlowIndex& index_;
  const Declarations& declarations_;
  Flow flow_;
  std::set<Meant> entered_, stepped_;
  std::set<std::pair<std::string, std::string>> provided_;
};

std::string_view via_name(FlowStep::Via via) {
  switch (via) {
    case FlowStep::Via::kCall: return "call";
    case FlowStep::Via::kEvent: return "event";
    case FlowStep::Via::kMessage: return "message";
  }
  return "";
}

Flow FlowIndex::trace(const Declarations& declarations, const Endpoint& endpoint) const {
  return endpoint.handler == kNobody ? Flow() : FlowWalk(*this, declarations).walk(endpoint);
}

}  // namespace grove::graph::web
