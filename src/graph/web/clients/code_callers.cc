#include "graph/web/clients/code_callers.h"

#include <algorithm>

namespace grove::graph::web {
namespace {

constexpr std::size_t kMostOfName = 4'000;

}  // namespace

const std::vector<CodeCallers::Place>& CodeCallers::of(SymbolId function) {
  const auto [known, fresh] = known_.try_emplace(function);
  if (!fresh) return known->second;
  std::vector<Place> found;
  for (const Edge& edge : kit_.uses.of(function)) {
    if (edge.role != Role::kCall || edge.confidence == Confidence::kName || edge.source == function) continue;
    if (!own_.contains(edge.file)) continue;
    const CodeFile* code = kit_.sources.of(edge.file);
    if (const CallNumber call = code == nullptr ? kNoCall : code->calls().at(edge.begin); call != kNoCall)
      found.emplace_back(edge.file, call);
  }
  find_named(function, found);
  find_injected(function, found);
  std::ranges::sort(found);
  found.erase(std::ranges::unique(found).begin(), found.end());
  return known_[function] = std::move(found);
}

void CodeCallers::find_named(SymbolId function, std::vector<Place>& found) {
  const DeclaredSymbol one = kit_.sources.declarations().symbol(function);
  if ((one.parent == kNobody && one.kind != Kind::kMethod) || kit_.sources.family(one.file) != Family::kScript) return;
  const std::vector<Place>& all = named(one.name);
  if (all.size() > kMostOfName) return;
  for (const auto& [file, call] : all) {
    const std::vector<CodeValue> callees = kit_.values.callee(file, call);
    if (std::ranges::any_of(callees,
                            [&](const CodeValue& value) { return value.kind == CodeValue::Kind::kFunction && value.symbol == function; }))
      found.emplace_back(file, call);
  }
}

/// What AngularJS hands out is called by another name than the function has.
void CodeCallers::find_injected(SymbolId function, std::vector<Place>& found) {
  const FileId home = kit_.sources.declarations().file_of(function);
  if (kit_.sources.family(home) != Family::kScript) return;
  const std::string_view name = kit_.values.injected().name_of(home);
  if (name.empty() || kit_.values.injected().function_of(home, name) != function) return;
  for (const FileId file : kit_.sources.files_of(Family::kScript)) {
    const CodeFile* code = kit_.sources.of(file);
    for (CallNumber call = 0; code != nullptr && call < code->calls().calls().size(); ++call)
      if (code->calls().name(call) == name && code->calls().receiver(call).empty() && code->calls()[call].before == kNoCall)
        found.emplace_back(file, call);
  }
}

const std::vector<CodeCallers::Place>& CodeCallers::named(std::string_view name) {
  if (!has_names_) {
    has_names_ = true;
    for (const FileId file : kit_.sources.files_of(Family::kScript)) {
      const CodeFile* code = kit_.sources.of(file);
      for (CallNumber call = 0; code != nullptr && call < code->calls().calls().size(); ++call)
        if (!code->calls().receiver(call).empty()) by_name_[code->calls().name(call)].emplace_back(file, call);
    }
  }
  return by_name_[name];
}

}  // namespace grove::graph::web
