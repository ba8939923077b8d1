#include "index/lexical/word_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace grove::index {
namespace {

constexpr std::uint32_t kWindow = 4096;
constexpr std::uint32_t kStride = 16;

/// The terms of a query while a segment is searched.
class BlockMaxSearch {
 public:
  BlockMaxSearch(std::span<const QueryTerm> terms, std::uint32_t units, UnitCollector& collector) : units_(units), collector_(collector) {
    for (const QueryTerm& term : terms)
      if (term.entry.df > 0 && term.weight > 0) terms_.push_back({PostingCursor(term.entry), term.weight, 0, 0});
  }

  SearchWork run() {
    for (std::uint32_t first = next_unit(0); first < units_;) {
      const std::uint32_t end = first + std::min(kWindow, units_ - first);
      search_window(first, end);
      first = next_unit(end);
    }
    for (const Term& term : terms_) {
      work_.postings += term.cursor.df();
      work_.decoded_blocks += term.cursor.work().decoded_blocks;
      work_.skipped_blocks += term.cursor.work().skipped_blocks;
    }
    return work_;
  }

 private:
  struct Term {
    PostingCursor cursor;
    std::uint32_t weight;
    std::uint32_t bound;        // of its part of a score in this window
    std::uint32_t bound_below;  // summed over this and all terms with lower bounds
  };

  /// No unit before it can be in any list.
  std::uint32_t next_unit(std::uint32_t from) {
    std::uint32_t next = PostingCursor::kEnd;
    for (Term& term : terms_) next = std::min(next, term.cursor.seek_bound(from));
    return next;
  }

  void search_window(std::uint32_t first, std::uint32_t end) {
    for (Term& term : terms_) term.bound = term.weight * term.cursor.max_within(first, end);
    std::ranges::sort(order(), {}, [](const Term* term) { return term->bound; });
    std::uint32_t below = 0;
    for (Term* term : order_) term->bound_below = below += term->bound;
    const std::uint32_t least = collector_.least();
    if (below < least) return;
    std::size_t needed = 0;  // terms before it can't bring a unit to `least` by themselves
    while (order_[needed]->bound_below < least) ++needed;

    const std::uint32_t width = end - first;
    std::fill_n(sums_.begin(), (width + kStride - 1) / kStride * kStride, 0U);
    for (std::size_t i = needed; i < order_.size(); ++i)
      if (order_[i]->bound > 0) order_[i]->cursor.accumulate(first, end, order_[i]->weight, sums_.data());
    collect(first, width, needed);
  }

  void collect(std::uint32_t first, std::uint32_t width, std::size_t needed) {
    const std::uint32_t others = needed == 0 ? 0 : order_[needed - 1]->bound_below;
    std::uint32_t least = collector_.least();
    const auto wanted = [&] { return least > others ? least - others : 1; };
    for (std::uint32_t begin = next_candidate(0, width, wanted()); begin < width; begin = next_candidate(begin, width, wanted())) {
      const std::uint32_t end = std::min(width, begin + kStride);
      for (std::uint32_t i = begin; i < end; ++i)
        if (sums_[i] >= wanted() && offer(first + i, sums_[i], needed, least)) least = collector_.least();
      begin = end;
    }
  }

  /// The first stride of sums from `begin` on in which one reaches `wanted`. REQUIRES: a multiple of the stride.
  std::uint32_t next_candidate(std::uint32_t begin, std::uint32_t width, std::uint32_t wanted) const {
    using Lanes = std::int32_t __attribute__((vector_size(16)));
    const Lanes limit = Lanes{} + static_cast<std::int32_t>(wanted - 1);  // sums stay below 2³¹
    for (; begin < width; begin += kStride) {
      Lanes any{};
      for (std::uint32_t i = 0; i < kStride; i += 4) {
        Lanes lanes;
        std::memcpy(&lanes, &sums_[begin + i], sizeof(lanes));
        any |= lanes > limit;
      }
      std::array<std::uint64_t, 2> words;
      std::memcpy(&words, &any, sizeof(any));
      if ((words[0] | words[1]) != 0) break;
    }
    return begin;
  }

  /// Completes a unit's sum by the terms not read in full, while it still has a chance.
  bool offer(std::uint32_t unit, std::uint32_t sum, std::size_t needed, std::uint32_t least) {
    for (std::size_t i = needed; i-- > 0;) {
      if (sum + order_[i]->bound_below < least) return false;
      sum += order_[i]->weight * order_[i]->cursor.impact_at(unit);
    }
    if (sum < least) return false;
    ++work_.offered;
    collector_.offer(unit, sum);
    return true;
  }

  std::vector<Term*>& order() {
    if (order_.empty())
      for (Term& term : terms_) order_.push_back(&term);
    return order_;
  }

  std::uint32_t units_;
  UnitCollector& collector_;
  std::vector<Term> terms_;
  std::vector<Term*> order_;
  std::array<std::uint32_t, kWindow> sums_;
  SearchWork work_;
};

}  // namespace

FixedWeights fix_weights(std::span<const float> weights) {
  double total = 0;
  for (const float weight : weights)
    if (std::isfinite(weight) && weight > 0) total += weight;
  FixedWeights fixed;
  constexpr double kMost = 2147483648.0 / 256;
  const double factor = total > 0 ? (kMost - static_cast<double>(weights.size())) / total : 1;
  for (const float weight : weights) {
    const bool counts = std::isfinite(weight) && weight > 0;
    fixed.weights.push_back(counts ? static_cast<std::uint32_t>(std::max(1.0, std::floor(weight * factor))) : 0);
  }
  fixed.scale = factor * 255;
  return fixed;
}

SearchWork search_block_max(std::span<const QueryTerm> terms, std::uint32_t units, UnitCollector& collector) {
  return BlockMaxSearch(terms, units, collector).run();
}

SearchWork search_exhaustively(std::span<const QueryTerm> terms, std::uint32_t units, UnitCollector& collector) {
  SearchWork work;
  std::vector<std::uint32_t> sums(units, 0);
  for (const QueryTerm& term : terms) {
    PostingCursor cursor(term.entry);
    cursor.accumulate(0, units, term.weight, sums.data());
    work.postings += term.entry.df;
    work.decoded_blocks += cursor.work().decoded_blocks;
  }
  for (std::uint32_t unit = 0; unit < units; ++unit) {
    if (sums[unit] < collector.least() || sums[unit] == 0) continue;
    ++work.offered;
    collector.offer(unit, sums[unit]);
  }
  return work;
}

}  // namespace grove::index
