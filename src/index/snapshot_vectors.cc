// Searching vectors over all segments of a snapshot.
#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "index/lexical/top_units.h"
#include "index/snapshot.h"
#include "index/vector/vector_scan.h"

namespace grove::index {
namespace {

/// From this many units on a segment's one-bit codes are looked at first (docs/search-speed.md).
constexpr std::uint32_t kCodesFrom = 500'000;
constexpr std::size_t kCandidatesPerResult = 160;
constexpr std::size_t kLeastCandidates = 10'000;
/// A walk over a graph keeps this many nodes for each result, …
constexpr std::size_t kBeamPerResult = 10;
constexpr std::size_t kLeastBeam = 1000;
/// … more where a filter takes only some of them. Where it takes less than this share, units are looked at one by one instead.
constexpr double kLeastShare = 0.5;
constexpr std::uint32_t kSampled = 512;

/// Cosines as numbers that sort alike, so that equal ones are equal in every segment.
constexpr double kSteps = 1U << 30U;
std::uint32_t to_score(float cosine) { return static_cast<std::uint32_t>(std::lround((std::clamp(cosine, -1.0F, 1.0F) + 1.0) * kSteps)); }
float to_cosine(std::uint32_t score) { return static_cast<float>(score / kSteps - 1.0); }

template <class Top>
class SegmentCollector final : public VectorCollector {
 public:
  SegmentCollector(Top& top, UnitGate gate, std::uint32_t segment) : top_(top), gate_(gate), segment_(segment) {}

  bool admits(std::uint32_t unit) override { return gate_.admits(unit); }
  bool admits_all() const override { return gate_.admits_all(); }
  float least() const override { return top_.full() ? to_cosine(top_.least()) - 1e-6F : -2; }
  void offer(std::uint32_t unit, float cosine) override { top_.offer({segment_, unit, to_score(cosine)}); }

 private:
  Top& top_;
  UnitGate gate_;
  std::uint32_t segment_;
};

/// About how many of a segment's units may answer.
double admitted_share(std::uint32_t units, VectorCollector& collector) {
  if (collector.admits_all()) return 1;
  std::uint32_t admitted = 0;
  for (std::uint64_t i = 0; i < kSampled; ++i) admitted += collector.admits(static_cast<std::uint32_t>(i * units / kSampled)) ? 1 : 0;
  return static_cast<double>(admitted) / kSampled;
}

/// The fastest way that finds enough (docs/search-speed.md).
void search_segment(const OpenSegment& segment, const VectorProbe& probe, std::size_t limit, VectorCollector& collector) {
  const VectorFile& vectors = *segment.vectors();
  const VectorGraph* const graph = segment.graph();
  const double share = graph == nullptr ? 0 : admitted_share(vectors.units(), collector);
  if (share >= kLeastShare) {
    const double beam = static_cast<double>(std::max(kLeastBeam, limit * kBeamPerResult)) / share;
    return search_graph(*graph, vectors, probe, static_cast<std::size_t>(beam), collector);
  }
  const bool by_codes = vectors.units() >= kCodesFrom && vectors.space().storage != VectorStorage::kBinary;
  if (by_codes) return scan_codes(vectors, probe, std::max(kLeastCandidates, limit * kCandidatesPerResult), collector);
  scan_vectors(vectors, probe, collector);
}

}  // namespace

std::vector<ScoredUnit> Snapshot::search_vector(const VectorQuery& query) const {
  if (query.limit == 0) return {};
  const CompiledFilter filter(query.filter);
  const VectorProbe probe(query.vector);
  TopUnits top(query.limit,
               [this](const RankedUnit& a, const RankedUnit& b) { return comes_first({a.segment, a.unit}, {b.segment, b.unit}); });
  for (std::uint32_t s = 0; s < segments_.size(); ++s) {
    const VectorFile* vectors = segments_[s].vectors();
    if (vectors == nullptr) continue;
    GROVE_CONTRACT(query.vector.size() == vectors->space().dimensions);
    SegmentCollector collector(top, UnitGate(filter, segments_[s]), s);
    search_segment(segments_[s], probe, query.limit, collector);
  }
  std::vector<ScoredUnit> scored;
  for (const RankedUnit& unit : top.take()) scored.push_back({{unit.segment, unit.unit}, to_cosine(unit.score)});
  return scored;
}

std::vector<VectorHolding> Snapshot::vector_holdings() const {
  std::vector<VectorHolding> holdings;
  for (const OpenSegment& segment : segments_) {
    const auto [space, units] = segment.holding();
    if (units == 0) continue;
    const auto known = std::ranges::find(holdings, space, &VectorHolding::space);
    if (known != holdings.end())
      known->units += units;
    else
      holdings.push_back({space, units});
  }
  std::ranges::stable_sort(holdings, std::ranges::greater(), &VectorHolding::units);
  return holdings;
}

void Snapshot::similarities(std::span<const float> vector, std::span<const UnitRef> refs, std::span<float> out) const {
  GROVE_CONTRACT(out.size() == refs.size());
  const VectorProbe probe(vector);
  for (std::size_t i = 0; i < refs.size(); ++i) {
    const VectorFile* vectors = segment(refs[i]).vectors();
    out[i] = 0;
    if (vectors == nullptr || !vectors->has(refs[i].unit)) continue;
    GROVE_CONTRACT(vector.size() == vectors->space().dimensions);
    probe.cosines(*vectors, refs[i].unit, 1, &out[i]);
  }
}

}  // namespace grove::index
