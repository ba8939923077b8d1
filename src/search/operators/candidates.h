#pragma once

#include <vector>

#include "search/state.h"

namespace grove::search {

/// The candidate of a unit, added where it is new. The reference is valid until the next call.
Candidate& find_or_add(SearchState& state, std::uint32_t scope, index::UnitRef ref);

/// Where a channel writes what it says of a candidate.
struct ChannelFields {
  double Candidate::* score;
  std::uint32_t Ranks::* rank;
};
/// The best units that several indexes returned: as many as one index of them all would have.
class BestOfScopes {
 public:
  /// `state` is borrowed.
  BestOfScopes(const SearchState& state, std::size_t limit) : state_(state), limit_(limit) {}
  /// What one scope's index returned, best first.
  void add(std::uint32_t scope, const std::vector<index::ScoredUnit>& units);
  /// Makes candidates of them, with scores and ranks; ties by path, then place.
  void take_into(SearchState& state, ChannelFields fields);

 private:
  struct Unit {
    std::uint32_t scope = 0;
    index::ScoredUnit scored;
  };
  void cut();

  const SearchState& state_;
  std::size_t limit_;
  std::vector<Unit> units_;
};

/// Numbers the candidates with a positive `score` from 1 in falling order, into the given rank. Ties by path, then place.
void rank_by(SearchState& state, double Candidate::* score, std::uint32_t Ranks::* rank);

/// Falling by the score, ties by path, then place.
bool comes_first(const SearchState& state, const Candidate& a, const Candidate& b, double Candidate::* score);

}  // namespace grove::search
