#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace grove::index {

/// How large a segment is, for choosing what to merge.
struct SegmentWeight {
  std::uint32_t live_units = 0;
  std::uint32_t dead_units = 0;
};

/// Segments of one size class that are merged once there are this many.
inline constexpr std::size_t kMergeWidth = 8;

/// The segments to merge into one, by index; empty where all is well. Classes of size grow by factors of eight (a log-structured merge:
/// every unit is rewritten a few times only). A segment that is half dead is rewritten by itself.
std::vector<std::size_t> choose_merge(std::span<const SegmentWeight> segments);

}  // namespace grove::index
