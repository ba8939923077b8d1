#include "graph/web/plain_calls.h"

#include <algorithm>
#include <utility>

#include "graph/web/call_order.h"
#include "graph/web/handlers.h"

namespace grove::graph::web {
namespace {

constexpr std::size_t kMostImplementations = 8;  // more tell nothing

FlowIndex::Call call_at(FileId file, const Reference& reference, std::vector<SymbolId> targets) {
  FlowIndex::Call call;
  call.targets = std::move(targets);
  call.file = file;
  call.line = reference.line;
  call.arity = reference.arity;
  return call;
}

}  // namespace

void PlainCalls::add(FileId file, const std::vector<Edge>& edges) {
  std::map<std::uint32_t, std::vector<SymbolId>> meant;
  for (const Edge& edge : edges)
    if (edge.role == Role::kCall && edge.confidence != Confidence::kName) meant[edge.begin].push_back(edge.target);
  add_inner_functions(file, edges);
  const Facts& facts = *program_.facts(file);
  std::vector<const Reference*> references;
  for (Index i = 0; i < facts.references.size(); ++i) {
    const Reference& reference = facts.references[i];
    if (reference.role != Role::kCall) continue;
    if (runs_when_declared(facts, reference)) {
      if (std::vector<SymbolId> asked = dependencies_.asked_by(file, reference, edges); !asked.empty()) {
        meant[reference.begin] = std::move(asked);
        references.push_back(&reference);
      } else {
        meant.erase(reference.begin);
      }
      continue;
    }
    const auto targets = meant.find(reference.begin);
    if (targets != meant.end())
      for (const SymbolId target : targets->second) handed_.add_call(file, i, target);
    if (targets != meant.end() || may_be_handed(file, reference)) references.push_back(&reference);
  }
  sort_as_they_run(facts, references);
  for (const Reference* one : references) {
    const SymbolId in = one->symbol == kNone ? kNobody : program_.declarations().file(file).first_symbol + one->symbol;
    const CodeOwner owner = inner_.owner(file, one->begin, outermost_function(program_.declarations(), in));
    if (!owner.is_known()) continue;
    std::vector<SymbolId> targets;
    if (const auto found = meant.find(one->begin); found != meant.end()) targets = with_bodies(found->second);
    std::vector<FlowIndex::Call>& calls = calls_[owner];
    const Open open{.owner = owner, .at = calls.size(), .file = file, .reference = static_cast<Index>(one - facts.references.data())};
    if (targets.empty()) {
      if (!meant.contains(one->begin)) unknown_.push_back(open);
      continue;
    }
    if (interfaces_.asks_for(targets.front())) of_interfaces_.push_back(open);
    calls.push_back(call_at(file, *one, std::move(targets)));
  }
}

/// Functions inside of others that answer requests, or are called by name from outside of themselves. What is only handed on counts to
/// the function around.
void PlainCalls::add_inner_functions(FileId file, const std::vector<Edge>& edges) {
  const Declarations& declarations = program_.declarations();
  std::unordered_set<SymbolId> called;
  for (const Edge& edge : edges)
    if (edge.role == Role::kCall && edge.confidence != Confidence::kName && edge.source != edge.target) called.insert(edge.target);
  std::vector<InnerFunctions::Inner> inner;
  const DeclaredFile declared = declarations.file(file);
  for (SymbolId symbol = declared.first_symbol; symbol < declared.first_symbol + declared.symbol_count; ++symbol) {
    const DeclaredSymbol one = declarations.symbol(symbol);
    if (!is_callable(one.kind) || (!called.contains(symbol) && !inner_.answers(symbol))) continue;
    if (outermost_function(declarations, symbol) != symbol) inner.push_back({.range = one.range, .function = symbol});
  }
  inner_.add(file, inner);
}

/// `this.orders.save()`, `orders.save()` with a parameter of a function that has a name, in languages whose values have no declared types.
bool PlainCalls::may_be_handed(FileId file, const Reference& reference) const {
  const Family family = family_of(program_.declarations().file(file).language);
  if ((family != Family::kScript && family != Family::kPython) || (reference.flags & kReferenceNew) != 0) return false;
  const Facts& facts = *program_.facts(file);
  const std::string_view receiver = facts.text(reference.receiver);
  const std::string_view first = receiver.substr(0, receiver.find('.'));
  if (first == "this" || first == "self") return receiver.size() > first.size() && receiver.find('(') == std::string_view::npos;
  if (first.empty() || receiver.find_first_of("([ ") != std::string_view::npos) return false;
  for (Index scope = reference.symbol; scope != kNone; scope = facts.symbols[scope].parent)
    for (const Index parameter : program_.parameters_of(program_.declarations().file(file).first_symbol + scope))
      if (facts.text(facts.parameters[parameter].name) == first) return true;
  return false;
}

/// Functions; what only says that there is one, beside one that does something, never runs.
std::vector<SymbolId> PlainCalls::with_bodies(std::vector<SymbolId> targets) const {
  std::erase_if(targets, [&](SymbolId one) { return !is_callable(program_.declarations().symbol(one).kind); });
  const auto is_bare = [&](SymbolId one) {
    return (program_.declarations().symbol(one).flags & (kSymbolAbstract | kSymbolDeclarationOnly)) != 0;
  };
  if (!std::ranges::all_of(targets, is_bare)) std::erase_if(targets, is_bare);
  return targets;
}

void PlainCalls::finish() {
  for (const Open& open : of_interfaces_) implement(open);
  std::map<CodeOwner, Inserted> inserted;
  for (const Open& open : unknown_)
    if (std::vector<SymbolId> functions = handed_functions(open); !functions.empty()) {
      const Reference& reference = program_.facts(open.file)->references[open.reference];
      inserted[open.owner].emplace_back(open.at, call_at(open.file, reference, std::move(functions)));
    }
  for (auto& [owner, calls] : inserted) insert(owner, std::move(calls));
  std::erase_if(calls_, [](const auto& one) { return one.second.empty(); });
}

/// Goes from an interface of Go to what was handed to the caller, else to what is made somewhere, else to all that implements it.
void PlainCalls::implement(const Open& open) {
  std::vector<SymbolId>& targets = calls_[open.owner][open.at].targets;
  const SymbolId asked = targets.front();
  const std::vector<SymbolId>& all = interfaces_.implementations(asked);
  if (all.empty()) return;
  std::vector<SymbolId> chosen;
  for (const SymbolId type : handed_.asked(open.file, program_.facts(open.file)->references[open.reference]))
    if (std::ranges::find(all, type) != all.end()) chosen.push_back(type);
  if (chosen.empty()) std::ranges::copy_if(all, std::back_inserter(chosen), [&](SymbolId type) { return handed_.is_made(type); });
  if (chosen.empty()) chosen = all;
  if (chosen.size() > kMostImplementations) return;
  targets.clear();
  for (const SymbolId type : chosen) targets.push_back(interfaces_.function_of(type, asked));
}

std::vector<SymbolId> PlainCalls::handed_functions(const Open& open) {
  const Facts& facts = *program_.facts(open.file);
  const Reference& reference = facts.references[open.reference];
  std::vector<SymbolId> functions;
  for (const SymbolId type : handed_.asked(open.file, reference))
    for (const SymbolId member : program_.scopes().members(type, facts.text(reference.name)))
      if (is_callable(program_.declarations().symbol(member).kind)) functions.push_back(member);
  return functions;
}

/// `inserted` in ascending order of the places before which they belong.
void PlainCalls::insert(const CodeOwner& owner, Inserted inserted) {
  std::vector<FlowIndex::Call>& calls = calls_[owner];
  std::vector<FlowIndex::Call> merged;
  merged.reserve(calls.size() + inserted.size());
  std::size_t next = 0;
  for (std::size_t at = 0; at <= calls.size(); ++at) {
    for (; next < inserted.size() && inserted[next].first == at; ++next) merged.push_back(std::move(inserted[next].second));
    if (at < calls.size()) merged.push_back(std::move(calls[at]));
  }
  calls = std::move(merged);
}

}  // namespace grove::graph::web
