#include "engine/answering/levers.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "graph/locate.h"

namespace grove::engine {
namespace {

constexpr std::size_t kSpreading = 5;    // answers that raise what they call
constexpr double kOfStep = 0.3;          // share of a flow's score that a type on its way gets
constexpr double kOfNeighbour = 0.12;    // share of a type's score that what it calls gets
constexpr double kWorthSpreading = 0.6;  // of the best answer's score
constexpr double kBelowBest = 0.95;
constexpr std::size_t kSeeded = 3;
constexpr double kOfCaller = 1.5;  // what calls a thing, where that is asked
constexpr std::size_t kMostUses = 200;
constexpr std::size_t kMostOfSubject = 2;
constexpr double kSameSubject = 0.5;  // what an answer loses by one of the same subject above it
constexpr double kSameFile = 0.2;
constexpr double kSameFolder = 0.03;

void add_types_of_flow(const AnswerSources& sources, const Candidate& request, std::vector<Candidate>& raised) {
  const search::Scope& scope = sources.scopes[request.scope];
  const FlowHit& flow = sources.requests[request.scope]->at(request.request).flow;
  std::set<std::string_view> seen;
  for (const FlowStepHit& step : flow.steps) {
    const std::string_view symbol = step.symbol;
    const std::string_view type = symbol.substr(0, std::min(symbol.rfind('.'), symbol.size()));
    if (!seen.insert(type).second) continue;
    if (const auto ref = type_named(scope, step.path, type))
      add_score(raised, {.what = Candidate::What::kUnit, .scope = request.scope, .ref = *ref, .score = kOfStep * request.score});
  }
}

/// The unit of a symbol's innermost type.
std::optional<index::UnitRef> type_of_symbol(const search::Scope& scope, graph::SymbolId symbol) {
  const graph::Declarations& declarations = scope.graph->declarations();
  graph::DeclaredSymbol declared = declarations.symbol(symbol);
  while (!is_type(declared.kind) && declared.parent != graph::kNobody) declared = declarations.symbol(declared.parent);
  return type_named(scope, declarations.file(declared.file).path, declared.qualified_name);
}

void raise_callees(const AnswerSources& sources, const Candidate& unit, std::vector<Candidate>& raised) {
  const search::Scope& scope = sources.scopes[unit.scope];
  if (scope.graph == nullptr) return;
  const index::UnitView view = scope.index->unit(unit.ref);
  const auto symbol = graph::find_symbol(scope.graph->declarations(), {.path = view.path, .name = view.name, .range = view.range});
  if (!symbol) return;
  std::vector<graph::SymbolId> callers = {*symbol};
  if (is_type(view.kind)) std::ranges::copy(scope.graph->declarations().members(*symbol), std::back_inserter(callers));
  std::set<index::UnitRef> called;
  for (const graph::SymbolId caller : callers)
    for (const graph::Edge& edge : scope.graph->uses_in(caller)) {
      if (edge.role != Role::kCall || edge.target == graph::kNobody) continue;
      if (const auto type = type_of_symbol(scope, edge.target); type && *type != unit.ref) called.insert(*type);
    }
  for (const index::UnitRef ref : called)
    add_score(raised, {.what = Candidate::What::kUnit, .scope = unit.scope, .ref = ref, .score = kOfNeighbour * unit.score});
}

/// Keeps the higher score of a candidate.
void raise(std::vector<Candidate>& raised, Candidate candidate) {
  const auto known = std::ranges::find_if(raised, [&](const Candidate& one) { return one.is_same(candidate); });
  if (known == raised.end())
    raised.push_back(std::move(candidate));
  else
    known->score = std::max(known->score, candidate.score);
}

struct Place {
  std::string subject, path, folder;
};

Place place_of(const Candidate& candidate, const AnswerSources& sources) {
  Place place;
  place.subject = subject_of(candidate, sources);
  place.path = place.subject.substr(0, place.subject.find('#'));
  place.folder = parent_path(place.path);
  return place;
}

double likeness(const Place& a, const Place& b) {
  if (a.subject == b.subject) return kSameSubject;
  if (a.path == b.path) return kSameFile;
  return a.folder == b.folder ? kSameFolder : 0;
}

}  // namespace

std::optional<index::UnitRef> type_named(const search::Scope& scope, std::string_view path, std::string_view qualified) {
  for (const index::UnitRef ref : scope.index->units_of(path)) {
    const index::UnitView unit = scope.index->unit(ref);
    if (is_type(unit.kind) && unit.part == 0 && unit.qualified_name == qualified) return ref;
  }
  return std::nullopt;
}

std::optional<index::UnitRef> type_around(const index::UnitIndex& index, index::UnitRef ref) {
  const index::UnitView inner = index.unit(ref);
  if (!is_callable(inner.kind) || inner.parent.empty()) return std::nullopt;
  std::optional<index::UnitRef> found;
  for (const index::UnitRef one : index.units_of(inner.path)) {
    const index::UnitView unit = index.unit(one);
    if (unit.range.begin > inner.range.begin) break;
    if (is_type(unit.kind) && unit.part == 0 && unit.name == inner.parent) found = one;
  }
  return found;
}

std::string subject_of(const Candidate& candidate, const AnswerSources& sources) {
  if (candidate.what == Candidate::What::kRequest) {
    const RequestDocument& request = sources.requests[candidate.scope]->at(candidate.request);
    return request.path + "#request " + request.flow.name;
  }
  if (candidate.what == Candidate::What::kSummary) {
    const SummarySubject& subject = sources.summaries[candidate.scope]->at(candidate.request).subject;
    return subject.path + "#summary " + subject.name;
  }
  const index::UnitView unit = sources.scopes[candidate.scope].index->unit(candidate.ref);
  return std::string(unit.path) + "#" + std::string(is_type(unit.kind) || unit.parent.empty() ? unit.name : unit.parent);
}

void add_score(std::vector<Candidate>& candidates, Candidate candidate) {
  const auto known = std::ranges::find_if(candidates, [&](const Candidate& one) { return one.is_same(candidate); });
  if (known == candidates.end()) return candidates.push_back(std::move(candidate));
  known->score += candidate.score;
  std::ranges::move(candidate.members, std::back_inserter(known->members));
}

void sort_candidates(const AnswerSources& sources, std::vector<Candidate>& candidates) {
  std::ranges::stable_sort(candidates, [&](const Candidate& a, const Candidate& b) {
    if (a.score != b.score) return a.score > b.score;
    if (a.scope != b.scope || a.what != b.what) return std::tie(a.scope, a.what) < std::tie(b.scope, b.what);
    return a.what != Candidate::What::kUnit ? a.request < b.request : sources.scopes[a.scope].index->comes_first(a.ref, b.ref);
  });
}

void spread_over_calls(const AnswerSources& sources, std::vector<Candidate>& ranked) {
  if (ranked.empty()) return;
  std::vector<Candidate> raised;
  for (std::size_t i = 0; i < std::min(kSpreading, ranked.size()); ++i) {
    if (ranked[i].score < kWorthSpreading * ranked.front().score) break;
    std::vector<Candidate> by_one;
    if (ranked[i].what == Candidate::What::kRequest)
      add_types_of_flow(sources, ranked[i], by_one);
    else if (ranked[i].what == Candidate::What::kUnit)
      raise_callees(sources, ranked[i], by_one);
    for (Candidate& one : by_one) raise(raised, std::move(one));
  }
  // What is raised stays below what raises it.
  const double most = kBelowBest * ranked.front().score;
  for (Candidate& one : raised) {
    const auto known = std::ranges::find_if(ranked, [&](const Candidate& other) { return other.is_same(one); });
    if (known == ranked.end())
      ranked.push_back(std::move(one));
    else if (known->score < most)
      known->score = std::min(most, known->score + one.score);
  }
  sort_candidates(sources, ranked);
}

void add_callers(const AnswerSources& sources, const std::vector<std::string>& names, std::vector<Candidate>& ranked) {
  for (std::size_t number = 0; number < sources.scopes.size(); ++number) {
    const search::Scope& scope = sources.scopes[number];
    if (scope.graph == nullptr) continue;
    const graph::Declarations& declarations = scope.graph->declarations();
    std::set<index::UnitRef> callers;
    for (const std::string& name : names) {
      for (const graph::SymbolId symbol : declarations.named(name.substr(name.find_last_of(".#:") + 1))) {
        std::vector<graph::SymbolId> called = {symbol};
        if (is_type(declarations.symbol(symbol).kind)) std::ranges::copy(declarations.members(symbol), std::back_inserter(called));
        const auto own = type_of_symbol(scope, symbol);
        for (const graph::SymbolId one : called)
          for (const graph::Edge& edge : scope.graph->first_uses_of(one, kMostUses)) {
            if (edge.role != Role::kCall || edge.source == graph::kNobody) continue;
            if (const auto type = type_of_symbol(scope, edge.source); type && type != own) callers.insert(*type);
          }
      }
    }
    for (const index::UnitRef ref : callers)
      add_score(ranked, {.what = Candidate::What::kUnit, .scope = number, .ref = ref, .score = kOfCaller});
  }
}

void seed_flow(std::vector<Candidate>& ranked) {
  const auto is_request = [](const Candidate& one) { return one.what == Candidate::What::kRequest; };
  const auto best = std::ranges::find_if(ranked, is_request);
  if (best == ranked.end() || best - ranked.begin() < static_cast<std::ptrdiff_t>(kSeeded)) return;
  best->score = ranked.front().score * 1.01;
  std::rotate(ranked.begin(), best, best + 1);
}

void diversify(const AnswerSources& sources, std::vector<Candidate>& ranked, std::size_t limit) {
  constexpr std::size_t kLookedAt = 60;
  std::vector<Place> places;
  for (const Candidate& one : ranked) {
    if (places.size() == kLookedAt) break;
    places.push_back(place_of(one, sources));
  }
  std::vector<std::size_t> left, chosen;
  for (std::size_t i = 0; i < places.size(); ++i) left.push_back(i);
  std::map<std::string, std::size_t> of_subject;
  const double best = ranked.empty() ? 0 : ranked.front().score;
  while (!left.empty() && chosen.size() < limit) {
    std::size_t next = left.size();
    double most = -1e9;
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (of_subject[places[left[i]].subject] >= kMostOfSubject) continue;
      double loss = 0;
      for (const std::size_t above : chosen) loss = std::max(loss, likeness(places[left[i]], places[above]));
      const double value = ranked[left[i]].score - loss * best;
      if (value > most) {
        most = value;
        next = i;
      }
    }
    if (next == left.size()) break;
    ++of_subject[places[left[next]].subject];
    chosen.push_back(left[next]);
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(next));
  }
  std::vector<Candidate> ordered;
  for (const std::size_t i : chosen) ordered.push_back(ranked[i]);
  std::vector<bool> is_chosen(ranked.size(), false);
  for (const std::size_t i : chosen) is_chosen[i] = true;
  for (std::size_t i = 0; i < ranked.size(); ++i)
    if (!is_chosen[i]) ordered.push_back(std::move(ranked[i]));
  ranked = std::move(ordered);
}

}  // namespace grove::engine
