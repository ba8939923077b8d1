#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace grove::index {

/// A unit with its score as the search kernels keep it.
struct RankedUnit {
  std::uint32_t segment = 0;
  std::uint32_t unit = 0;
  std::uint32_t score = 0;
};

/// Keeps the best units seen so far, the worst on top of a heap. `comes_first(a, b)` decides between equal scores. Not thread-safe.
template <class ComesFirst>
class TopUnits {
 public:
  TopUnits(std::size_t limit, ComesFirst comes_first) : limit_(limit), comes_first_(std::move(comes_first)) {}

  bool full() const { return units_.size() >= limit_; }
  /// What a unit must at least score to have a chance: more than nothing, or as much as the worst kept.
  std::uint32_t least() const { return full() ? units_.front().score : 1; }
  /// Whether it was taken.
  bool offer(const RankedUnit& unit) {
    if (limit_ == 0) return false;
    const auto better = [this](const RankedUnit& a, const RankedUnit& b) { return is_better(a, b); };
    if (full()) {
      if (!is_better(unit, units_.front())) return false;
      std::ranges::pop_heap(units_, better);
      units_.pop_back();
    }
    units_.push_back(unit);
    std::ranges::push_heap(units_, better);
    return true;
  }
  /// Best first. Leaves nothing behind.
  std::vector<RankedUnit> take() {
    std::ranges::sort(units_, [this](const RankedUnit& a, const RankedUnit& b) { return is_better(a, b); });
    return std::move(units_);
  }

 private:
  bool is_better(const RankedUnit& a, const RankedUnit& b) const { return a.score != b.score ? a.score > b.score : comes_first_(a, b); }

  std::size_t limit_;
  ComesFirst comes_first_;
  std::vector<RankedUnit> units_;
};

}  // namespace grove::index
