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

void take_ranked(SearchState& state, std::uint32_t scope, std::span<const index::ScoredUnit> units, ChannelFields fields) {
  std::uint32_t rank = 0;
  for (const index::ScoredUnit& unit : units) {
    Candidate& candidate = find_or_add(state, scope, unit.ref);
    candidate.*fields.score = unit.score;
    candidate.ranks.*fields.rank = ++rank;
  }
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
