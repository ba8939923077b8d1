#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "index/manifest.h"
#include "index/segment/segment.h"
#include "index/unit_index.h"
#include "index/vector/vector_file.h"
#include "index/vector/vector_graph.h"

namespace grove::index {

/// A mapped segment as one generation sees it: without its dead files. Immutable, thread-safe.
class OpenSegment {
 public:
  /// Its vectors are there only if they are of this space.
  static Result<OpenSegment> open(const std::string& directory, const ManifestSegment& entry, const VectorSpace& space);

  const Segment& data() const { return segment_; }
  /// Of the space asked for; null where there are none.
  const VectorFile* vectors() const { return is_usable_ ? &*vectors_ : nullptr; }
  /// Of those vectors; null where there is none.
  const VectorGraph* graph() const { return is_usable_ && graph_ ? &*graph_ : nullptr; }
  /// Live units with a vector of whatever space.
  VectorHolding holding() const;
  /// Reads everything, vectors of whatever space included, and compares checksums.
  Status verify() const;
  /// Live units that have a vector.
  std::uint32_t live_vectors() const { return is_usable_ ? count_live(*vectors_) : 0; }
  bool has_dead() const { return !dead_.empty(); }
  bool is_dead(std::uint32_t unit) const { return !dead_.empty() && (dead_[unit / 64] >> (unit % 64) & 1U) != 0; }
  /// The first removed unit at or behind `unit`; PostingCursor::kEnd where there is none.
  std::uint32_t next_dead(std::uint32_t unit) const;
  /// How many live units there are of each kind, by its number. Reads a byte a unit.
  std::array<std::uint64_t, kKindCount> count_kinds() const;
  std::uint32_t live_units() const { return live_units_; }
  std::uint32_t live_files() const { return live_files_; }

 private:
  std::uint32_t count_live(const VectorFile& vectors) const;
  Status open_vectors(const std::string& directory, const ManifestSegment& entry, const VectorSpace& space);
  Status bury(const ManifestSegment& entry);

  MappedFile file_;
  MappedFile vector_bytes_;
  Segment segment_;
  std::optional<VectorFile> vectors_;
  std::optional<VectorGraph> graph_;
  std::optional<Error> vectors_problem_;  // why they can't be used, where only words were asked for
  bool is_usable_ = false;                // they are of the space asked for
  std::vector<std::uint64_t> dead_;       // one bit a unit; empty where all live
  std::uint32_t live_units_ = 0;
  std::uint32_t live_files_ = 0;
};

}  // namespace grove::index
