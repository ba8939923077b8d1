#include "graph/web/routing/function_lists.h"

#include <utility>

#include "graph/resolve/expression_text.h"

namespace grove::graph::web {

std::vector<SourceFiles::Place> FunctionLists::runs_of(SymbolId function) {
  if (!std::exchange(is_found_, true)) find();
  std::vector<SourceFiles::Place> runs;
  const auto lists = lists_.find(function);
  if (lists == lists_.end()) return runs;
  for (const SymbolId list : lists->second) runs.insert(runs.end(), runs_[list].begin(), runs_[list].end());
  return runs;
}

/// `adders = append(adders, addUsers)` or `var adders = []func(*gin.Engine){addUsers}` somewhere, and elsewhere
/// `for _, add := range adders { add(engine) }`.
void FunctionLists::find() {
  for (const FileId file : files_.program().other_code()) {
    if (files_.family(file) != Family::kGo) continue;
    const Facts& facts = files_.facts(file);
    for (const Binding& binding : facts.bindings) {
      if (binding.value == kNone || binding.symbol == kNone) continue;
      const Expression& value = facts.expressions[binding.value];
      if (value.child_count == 0 || value.kind == Expression::Kind::kConcat) continue;
      const SymbolId owner = files_.symbol(file, binding.symbol);
      const auto child = [&](std::uint32_t i) -> const Expression& { return facts.expressions[value.first_child + i]; };
      const std::string_view made = facts.text(value.text);
      const bool is_added = value.kind == Expression::Kind::kCall && made == "append";
      if (value.kind == Expression::Kind::kCall && (made == "range" || is_added)) {
        if (child(0).kind != Expression::Kind::kName) continue;
        const SymbolId list = list_named({.file = file, .scope = owner, .at = binding.begin}, facts.text(child(0).text));
        if (list == kNobody) continue;
        if (is_added)
          add_functions(file, value, 1, list);
        else
          add_runs(file, binding, list);
      } else if (files_.declarations().symbol(owner).kind == Kind::kField) {
        add_functions(file, value, 0, owner);
      }
    }
  }
}

/// A variable of a package.
SymbolId FunctionLists::list_named(const NamePlace& from, std::string_view name) {
  for (const SymbolId one : files_.scopes().look_up_path({from.file, from.scope}, name, Want::kAny).symbols)
    if (files_.declarations().symbol(one).kind == Kind::kField) return one;
  return kNobody;
}

void FunctionLists::add_functions(FileId file, const Expression& values, std::uint32_t first, SymbolId list) {
  const Facts& facts = files_.facts(file);
  for (std::uint32_t i = first; i < values.child_count; ++i) {
    const Expression& one = facts.expressions[values.first_child + i];
    if (one.kind != Expression::Kind::kName) continue;
    const auto last = static_cast<std::uint32_t>(facts.text(one.text).size() - split_last(facts.text(one.text)).name.size());
    for (const SymbolId function : files_.meant(file, one.begin + last))
      if (is_callable(files_.declarations().symbol(function).kind)) lists_[function].push_back(list);
  }
}

void FunctionLists::add_runs(FileId file, const Binding& element, SymbolId list) {
  const CallChains& calls = files_.calls(file);
  const Facts& facts = files_.facts(file);
  for (CallNumber call = 0; call < calls.calls().size(); ++call) {
    const Reference& one = facts.references[calls[call].reference];
    if (one.symbol == element.symbol && one.begin > element.begin && one.name == element.name && one.receiver == 0)
      runs_[list].push_back({.file = file, .call = call});
  }
}

}  // namespace grove::graph::web
