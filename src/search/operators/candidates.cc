#include "search/operators/candidates.h"

#include <algorithm>

namespace grove::search {

Candidate& find_or_add(SearchState& state, std::uint32_t scope, index::UnitRef ref) {
  const CandidateKey key{scope, ref.segment, ref.unit};
  const auto [known, fresh] = state.places.try_emplace(key, static_cast<std::uint32_t>(state.candidates.size()));
  if (fresh) {
    Candidate candidate;
    candidate.scope = scope;
    candidate.ref = ref;
    state.candidates.push_back(candidate);
  }
  return state.candidates[known->second];
}

void BestOfScopes::add(std::uint32_t scope, const std::vector<index::ScoredUnit>& units) {
  for (const index::ScoredUnit& unit : units) units_.push_back({scope, unit});
  if (units_.size() > 4 * limit_) cut();
}

void BestOfScopes::cut() {
  const auto is_better = [&](const Unit& a, const Unit& b) {
    if (a.scored.score != b.scored.score) return a.scored.score > b.scored.score;
    return a.scope != b.scope ? a.scope < b.scope : state_.scopes[a.scope].index->comes_first(a.scored.ref, b.scored.ref);
  };
  const auto kept = units_.begin() + static_cast<std::ptrdiff_t>(std::min(limit_, units_.size()));
  std::ranges::partial_sort(units_, kept, is_better);
  units_.erase(kept, units_.end());
}

void BestOfScopes::take_into(SearchState& state, ChannelFields fields) {
  if (state.scopes.size() > 1) cut();  // what one index returns is in order
  std::uint32_t rank = 0;
  for (const Unit& unit : units_) {
    Candidate& candidate = find_or_add(state, unit.scope, unit.scored.ref);
    candidate.*fields.score = unit.scored.score;
    candidate.ranks.*fields.rank = ++rank;
  }
  units_.clear();
}

bool comes_first(const SearchState& state, const Candidate& a, const Candidate& b, double Candidate::* score) {
  if (a.*score != b.*score) return a.*score > b.*score;
  return a.scope != b.scope ? a.scope < b.scope : state.scopes[a.scope].index->comes_first(a.ref, b.ref);
}

void rank_by(SearchState& state, double Candidate::* score, std::uint32_t Ranks::* rank) {
  std::vector<Candidate*> order;
  for (Candidate& candidate : state.candidates)
    if (candidate.*score > 0) order.push_back(&candidate);
  std::ranges::sort(order, [&](const Candidate* a, const Candidate* b) { return comes_first(state, *a, *b, score); });
  std::uint32_t next = 0;
  for (Candidate* candidate : order) candidate->ranks.*rank = ++next;
}

}  // namespace grove::search
