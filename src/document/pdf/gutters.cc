#include "document/pdf/gutters.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace grove::document::pdf {
namespace {

constexpr double kSlot = 2;                     // points
constexpr std::size_t kMostSlots = 5000;        // of a page; slots of a taller one are taller
constexpr std::size_t kMostGaps = 20'000;       // of a page: what has more isn't text
constexpr std::size_t kMostFilled = 2'000'000;  // of a page: slots that its words stand in, each word's counted
constexpr std::size_t kMostGutters = 300;
constexpr double kFar = 1e9;

struct Gap {
  double x0 = 0;
  double x1 = 0;
  bool inner = false;  // words on both sides
  bool seen = false;   // part of a rectangle that began above
  double width() const { return x1 - x0; }
};

/// One thin strip of the page: what is empty in it, from left to right.
using Slot = std::vector<Gap>;

class Slots {
 public:
  explicit Slots(const std::vector<const Word*>& words) {
    extent_ = words.front()->box;
    for (const Word* word : words) extent_.cover(word->box);
    height_ = std::max(kSlot, extent_.height() / static_cast<double>(kMostSlots));
    std::vector<std::vector<Gap>> filled(static_cast<std::size_t>(extent_.height() / height_) + 1);
    for (const Word* word : words) {
      // Neighbouring lines touch: the middle of a word is what keeps white space apart.
      const double trim = 0.15 * word->box.height();
      const auto end = std::min(index(word->box.y1 - trim), filled.size() - 1);
      const std::size_t begin = index(word->box.y0 + trim);
      filled_ += end >= begin ? end - begin : 0;
      if (filled_ > kMostFilled) return;
      for (std::size_t i = begin; i <= end; ++i) filled[i].push_back({.x0 = word->box.x0, .x1 = word->box.x1});
    }
    for (auto& words_of_slot : filled) slots_.push_back(empty_between(words_of_slot));
  }

  std::size_t size() const { return slots_.size(); }
  Slot& operator[](std::size_t i) { return slots_[i]; }
  double top(std::size_t i) const { return extent_.y0 + static_cast<double>(i) * height_; }
  double height() const { return height_; }
  /// Whether this is text, which has few gaps, and not a pattern of words.
  bool are_readable() const {
    std::size_t gaps = 0;
    for (const Slot& slot : slots_) gaps += slot.size();
    return filled_ <= kMostFilled && gaps <= kMostGaps;
  }

 private:
  std::size_t index(double y) const { return static_cast<std::size_t>(std::max(0.0, (y - extent_.y0) / height_)); }

  static Slot empty_between(std::vector<Gap>& words) {
    std::ranges::sort(words, {}, &Gap::x0);
    Slot slot;
    double right = -kFar;
    for (const Gap& word : words) {
      if (word.x0 > right) slot.push_back({.x0 = right, .x1 = word.x0, .inner = right > -kFar});
      right = std::max(right, word.x1);
    }
    slot.push_back({.x0 = right, .x1 = kFar});
    return slot;
  }

  Box extent_;
  double height_ = kSlot;
  std::size_t filled_ = 0;
  std::vector<Slot> slots_;
};

/// The gap of a slot that shares most with an interval.
Gap* best_overlap(Slot& slot, double x0, double x1) {
  Gap* best = nullptr;
  double most = 0;
  for (Gap& gap : slot) {
    const double shared = std::min(gap.x1, x1) - std::max(gap.x0, x0);
    if (shared > most) {
      most = shared;
      best = &gap;
    }
  }
  return best;
}

/// Follows a gap downwards while enough of it stays empty.
Gutter follow(Slots& slots, std::size_t first, const Gap& start, double width) {
  double x0 = start.x0;
  double x1 = start.x1;
  std::size_t last = first;
  std::size_t shared = 0;
  for (std::size_t i = first; i < slots.size(); ++i) {
    Gap* gap = best_overlap(slots[i], x0, x1);
    if (gap == nullptr || std::min(gap->x1, x1) - std::max(gap->x0, x0) < width) break;
    x0 = std::max(x0, gap->x0);
    x1 = std::min(x1, gap->x1);
    if (!gap->inner) continue;
    gap->seen = gap->x0 >= x0 - width && gap->x1 <= x1 + width;
    last = i;
    ++shared;
  }
  return {.box = {.x0 = x0, .y0 = slots.top(first), .x1 = x1, .y1 = slots.top(last) + slots.height()},
          .shared = static_cast<double>(shared) * slots.height()};
}

bool overlap(const Box& a, const Box& b) { return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1; }

}  // namespace

std::vector<Gutter> find_gutters(const std::vector<const Word*>& words, const GutterBounds& bounds) {
  if (words.size() < 2) return {};
  Slots slots(words);
  if (!slots.are_readable()) return {};
  std::vector<Gutter> candidates;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    for (std::size_t j = 0; j < slots[i].size(); ++j) {
      const Gap gap = slots[i][j];
      if (!gap.inner || gap.seen || gap.width() < bounds.width) continue;
      const Gutter gutter = follow(slots, i, gap, bounds.width);
      if (gutter.shared >= bounds.shared) candidates.push_back(gutter);
    }
  }
  std::ranges::stable_sort(candidates, std::ranges::greater{}, &Gutter::shared);
  if (candidates.size() > kMostGutters) candidates.resize(kMostGutters);
  std::vector<Gutter> kept;
  for (const Gutter& gutter : candidates) {
    if (std::ranges::none_of(kept, [&](const Gutter& other) { return overlap(gutter.box, other.box); })) kept.push_back(gutter);
  }
  return kept;
}

}  // namespace grove::document::pdf
