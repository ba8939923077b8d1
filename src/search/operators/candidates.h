#pragma once

#include <span>

#include "search/state.h"

namespace grove::search {

/// The candidate of a unit, added where it is new. The reference is valid until the next call.
Candidate& find_or_add(SearchState& state, std::uint32_t scope, index::UnitRef ref);

/// Where a channel writes what it says of a candidate.
struct ChannelFields {
  double Candidate::* score;
  std::uint32_t Ranks::* rank;
};
/// Takes the units that one scope's index returned, best first, with scores and ranks.
void take_ranked(SearchState& state, std::uint32_t scope, std::span<const index::ScoredUnit> units, ChannelFields fields);

/// Numbers the candidates with a positive `score` from 1 in falling order, into the given rank. Ties by path, then place.
void rank_by(SearchState& state, double Candidate::* score, std::uint32_t Ranks::* rank);

/// Falling by the score, ties by path, then place.
bool comes_first(const SearchState& state, const Candidate& a, const Candidate& b, double Candidate::* score);

}  // namespace grove::search
