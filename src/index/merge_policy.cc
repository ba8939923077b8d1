#include "index/merge_policy.h"

#include <algorithm>
#include <array>
#include <bit>

namespace grove::index {
namespace {

/// 0 below 1,024 units, then one more with every factor of eight.
std::size_t size_class(std::uint32_t units) {
  const int bits = std::bit_width(units / 1024);
  return static_cast<std::size_t>((bits + 2) / 3);
}

}  // namespace

std::vector<std::size_t> choose_merge(std::span<const SegmentWeight> segments) {
  std::array<std::size_t, 16> members{};
  for (const SegmentWeight& segment : segments) ++members[size_class(segment.live_units)];
  for (std::size_t size = members.size(); size-- > 0;) {
    if (members[size] < kMergeWidth) continue;
    std::vector<std::size_t> chosen;  // with all that is smaller
    for (std::size_t i = 0; i < segments.size(); ++i)
      if (size_class(segments[i].live_units) <= size) chosen.push_back(i);
    return chosen;
  }
  for (std::size_t i = 0; i < segments.size(); ++i)
    if (segments[i].dead_units > segments[i].live_units) return {i};
  return {};
}

}  // namespace grove::index
