#include "graph/web/python_dependencies.h"

#include <algorithm>

namespace grove::graph::web {
namespace {

bool asks(std::string_view name) { return name == "Depends" || name == "Security"; }

}  // namespace

bool runs_when_declared(const Facts& facts, const Reference& call) {
  if (facts.language != Language::kPython || call.symbol == kNone) return false;
  const Symbol& around = facts.symbols[call.symbol];
  return is_callable(around.kind) && call.begin < around.signature.end;
}

std::vector<SymbolId> PythonDependencies::asked_by(FileId file, const Reference& call, const std::vector<Edge>& edges) {
  const Facts& facts = *program_.facts(file);
  if (!asks(facts.text(call.name))) return {};
  if (call.arity == 0) return made_by_type(file, call);
  std::uint32_t end = facts.symbols[call.symbol].signature.end;
  for (const Reference& other : facts.references)
    if (other.role == Role::kCall && other.begin > call.begin && asks(facts.text(other.name))) end = std::min(end, other.begin);
  const Edge* first = nullptr;
  for (const Edge& edge : edges) {
    if (edge.begin <= call.begin || edge.begin >= end || edge.confidence == Confidence::kName) continue;
    const Kind kind = program_.declarations().symbol(edge.target).kind;
    const bool is_used = edge.role == Role::kCall || edge.role == Role::kRead || edge.role == Role::kType;
    if (is_used && (is_callable(kind) || is_type(kind)) && (first == nullptr || edge.begin < first->begin)) first = &edge;
  }
  if (first == nullptr) return {};
  const bool is_made = first->role == Role::kCall;
  if (is_type(program_.declarations().symbol(first->target).kind))
    return program_.scopes().members(first->target, is_made ? "__call__" : "__init__");
  return is_made ? given_back(first->target) : std::vector<SymbolId>{first->target};
}

/// `service: Service = Depends()`
std::vector<SymbolId> PythonDependencies::made_by_type(FileId file, const Reference& call) {
  const Facts& facts = *program_.facts(file);
  const Parameter* nearest = nullptr;
  for (const Parameter& one : facts.parameters)
    if (one.symbol == call.symbol && one.begin < call.begin && (nearest == nullptr || one.begin > nearest->begin)) nearest = &one;
  if (nearest == nullptr || nearest->type == 0) return {};
  const SymbolId function = program_.declarations().file(file).first_symbol + call.symbol;
  const std::vector<SymbolId> types = program_.scopes().look_up_type({file, function}, facts.text(nearest->type)).symbols;
  return types.empty() ? types : program_.scopes().members(types.front(), "__init__");
}

/// The functions that one gives back by their names.
std::vector<SymbolId> PythonDependencies::given_back(SymbolId function) {
  std::vector<SymbolId> found;
  const FileId file = program_.declarations().file_of(function);
  const Facts* facts = program_.facts(file);
  if (facts == nullptr) return found;
  const Index local = program_.local_index(function);
  for (const Binding& one : facts->bindings) {
    if (one.symbol != local || facts->text(one.name) != "return" || one.value == kNone) continue;
    const Expression& given = facts->expressions[one.value];
    if (given.kind != Expression::Kind::kName) continue;
    std::vector<SymbolId> named = program_.scopes().names().named_inside(function, facts->text(given.text));
    if (named.empty()) named = program_.scopes().look_up({file, function}, facts->text(given.text), Want::kCallable).symbols;
    for (const SymbolId symbol : named)
      if (is_callable(program_.declarations().symbol(symbol).kind) && std::ranges::find(found, symbol) == found.end())
        found.push_back(symbol);
  }
  return found;
}

}  // namespace grove::graph::web
