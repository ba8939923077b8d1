// Searching words over all segments of a snapshot.
#include <algorithm>

#include "index/lexical/word_search.h"
#include "index/snapshot.h"

namespace grove::index {
namespace {

/// Keeps the best units over several segments. In one segment units are offered in ascending order: once one was refused for standing
/// behind an equal score, so will be all later ones with that score.
template <class Top>
class SegmentCollector final : public UnitCollector {
 public:
  SegmentCollector(Top& top, UnitGate gate, std::uint32_t segment) : top_(top), gate_(gate), segment_(segment) {}

  std::uint32_t least() const override {
    const std::uint32_t least = top_.least();
    return least == refused_ ? least + 1 : least;
  }
  void offer(std::uint32_t unit, std::uint32_t score) override {
    if (score < least() || !gate_.admits(unit)) return;
    if (!top_.offer({segment_, unit, score})) refused_ = score;
  }

 private:
  Top& top_;
  UnitGate gate_;
  std::uint32_t segment_;
  std::uint32_t refused_ = 0;
};

void add_work(SearchWork& sum, const SearchWork& work) {
  sum.postings += work.postings;
  sum.decoded_blocks += work.decoded_blocks;
  sum.skipped_blocks += work.skipped_blocks;
  sum.offered += work.offered;
}

}  // namespace

std::vector<ScoredUnit> Snapshot::search_words(const WordQuery& query) const {
  if (query.limit == 0) return {};
  std::vector<float> weights;
  for (const WeightedTerm& term : query.terms) weights.push_back(term.weight);
  const FixedWeights fixed = fix_weights(weights);
  const CompiledFilter filter(query.filter);

  TopUnits top(query.limit,
               [this](const RankedUnit& a, const RankedUnit& b) { return comes_first({a.segment, a.unit}, {b.segment, b.unit}); });
  for (std::uint32_t s = 0; s < segments_.size(); ++s) {
    std::vector<QueryTerm> terms;
    for (std::size_t i = 0; i < query.terms.size(); ++i)
      if (const auto entry = segments_[s].data().terms().find(query.terms[i].term)) terms.push_back({*entry, fixed.weights[i]});
    if (terms.empty()) continue;
    SegmentCollector collector(top, UnitGate(filter, segments_[s]), s);
    const SearchWork work = search_block_max(terms, segments_[s].data().units().size(), collector);
    if (query.work != nullptr) add_work(*query.work, work);
  }
  std::vector<ScoredUnit> scored;
  for (const RankedUnit& unit : top.take()) scored.push_back({{unit.segment, unit.unit}, static_cast<float>(unit.score / fixed.scale)});
  return scored;
}

}  // namespace grove::index
