#include "search/search.h"

#include "base/clock.h"
#include "search/operators/operators.h"
#include "search/plan.h"

namespace grove::search {
namespace {

std::vector<std::string> matched_terms(const SearchState& state, const Candidate& candidate) {
  std::vector<float> impacts(state.terms.size(), 0.0F);
  if (!impacts.empty()) state.scopes[candidate.scope].index->impacts(state.terms, {candidate.ref, 1}, impacts);
  std::vector<std::string> matched;
  for (std::size_t i = 0; i < impacts.size(); ++i)
    if (impacts[i] > 0) matched.push_back(state.terms[i]);
  return matched;
}

}  // namespace

Result<SearchAnswer> search(const SearchRequest& request, const std::vector<Scope>& scopes, inference::Embedder* embedder,
                            const CancelToken& cancel) {
  const Stopwatch watch;
  SearchAnswer answer;
  SearchState state{.request = request,
                    .scopes = scopes,
                    .embedder = embedder,
                    .tuning = request.tuning,
                    .cancel = cancel,
                    .analysis = analyze_query(request.query, request.tuning)};
  constexpr std::size_t kUsualCandidates = 512;
  state.candidates.reserve(kUsualCandidates);
  state.places.reserve(kUsualCandidates);
  answer.intent = intent_name(state.analysis.intent);
  if (scopes.empty()) return answer;
  for (const std::unique_ptr<Operator>& step : make_plan(request, state.analysis)) {
    const Stopwatch step_watch;
    PlanStep record{std::string(step->name()), {}, state.candidates.size(), 0, 0};
    GROVE_RETURN_IF_ERROR(step->run(state));
    record.took_ms = step_watch.milliseconds();
    record.out = state.candidates.size();
    if (!request.explain) continue;
    record.detail = step->detail(state);
    answer.plan.push_back(std::move(record));
  }
  for (const Candidate& candidate : state.candidates)
    answer.hits.push_back({candidate.scope, candidate.ref, candidate.score, candidate.ranks, matched_terms(state, candidate)});
  answer.took_ms = watch.milliseconds();
  return answer;
}

}  // namespace grove::search
