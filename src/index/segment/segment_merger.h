#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "index/segment/memory_segment.h"
#include "index/segment/segment.h"

namespace grove::index {

/// A segment to merge, without some of its files.
struct MergeInput {
  const Segment* segment = nullptr;
  std::vector<bool> dead_files;  ///< By ordinal.
};

/// Where the units of the inputs go.
struct MergePlan {
  struct Source {
    std::uint32_t input = 0;
    std::uint32_t file = 0;
  };
  std::vector<Source> files;                      ///< Live files in order of their paths.
  std::vector<std::vector<std::uint32_t>> units;  ///< New ordinal of each unit of each input; kNone for dead ones.
};
MergePlan plan_merge(std::span<const MergeInput> inputs);

/// Writes one segment with all live files of some, term by term, without reading any text: byte for byte what a fresh segment of the same
/// files would be. REQUIRES: no path is live in two inputs; all have the same scoring. kCancelled leaves nothing behind.
Result<WrittenSegment> merge_segments(std::span<const MergeInput> inputs, const MergePlan& plan, const std::string& path,
                                      const FileCalls& calls, const CancelToken& cancel);

}  // namespace grove::index
