#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "index/segment/memory_segment.h"
#include "index/segment/segment.h"
#include "index/vector/vector_file.h"

namespace grove::index {

/// A segment to merge, without some of its files.
struct MergeInput {
  const Segment* segment = nullptr;
  const VectorFile* vectors = nullptr;  ///< Null where it has none.
  std::vector<bool> dead_files;         ///< By ordinal.
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

/// Copies the vectors of the units of one file, which all have one or none does.
void copy_vectors(const VectorFile& from, std::uint32_t first, std::uint32_t end, VectorFileWriter& out);

/// Writes one segment with all live files of some, term by term, without reading any text: byte for byte what a fresh segment of the same
/// files would be; and one file of vectors where some input has one. REQUIRES: no path is live in two inputs; all have the same scoring.
/// kCancelled and other failures may leave the first of the two files.
Result<WrittenSegment> merge_segments(std::span<const MergeInput> inputs, const MergePlan& plan, const SegmentPaths& paths,
                                      const FileCalls& calls, const CancelToken& cancel);

}  // namespace grove::index
