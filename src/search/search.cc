#include "search/search.h"

#include "base/clock.h"
#include "base/glob.h"
#include "search/operators/operators.h"
#include "search/plan.h"
#include "search/question/intent.h"

namespace grove::search {
namespace {

/// Fills in which terms each hit contains.
void match_terms(const SearchState& state, std::vector<Hit>& hits) {
  if (state.terms.empty()) return;
  for (std::size_t scope = 0; scope < state.scopes.size(); ++scope) {
    std::vector<index::UnitRun> units;
    std::vector<Hit*> theirs;
    for (Hit& hit : hits) {
      if (hit.scope != scope) continue;
      units.push_back({hit.ref, 1});
      theirs.push_back(&hit);
    }
    const std::vector<float> impacts = state.scopes[scope].index->impacts(state.terms, units);
    for (std::size_t i = 0; i < impacts.size(); ++i)
      if (impacts[i] > 0) theirs[i / state.terms.size()]->matched_terms.push_back(state.terms[i % state.terms.size()]);
  }
}

}  // namespace

Result<SearchAnswer> search(const SearchRequest& request, const std::vector<Scope>& scopes, const Models& models,
                            const CancelToken& cancel) {
  const Stopwatch watch;
  SearchAnswer answer;
  SearchState state{.request = request,
                    .scopes = scopes,
                    .models = models,
                    .tuning = request.tuning,
                    .cancel = cancel,
                    .analysis = analyze_query(request.query, request.tuning)};
  GROVE_RETURN_IF_ERROR(check_glob("path", request.filter.path_glob));
  if (state.analysis.terms.empty())
    return fail(ErrorCode::kInvalidArgument, "nothing can be searched for: the query holds no word", "Say it in words or names.");
  constexpr std::size_t kUsualCandidates = 512;
  state.candidates.reserve(kUsualCandidates);
  state.places.reserve(kUsualCandidates);
  answer.intent = question_intent_name(question_intent(request.query));
  answer.form = intent_name(state.analysis.intent);
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
    answer.hits.push_back({candidate.scope, candidate.ref, candidate.score, candidate.ranks, {}});
  answer.warnings = std::move(state.warnings);
  match_terms(state, answer.hits);
  answer.took_ms = watch.milliseconds();
  return answer;
}

}  // namespace grove::search
