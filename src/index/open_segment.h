#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "index/manifest.h"
#include "index/segment/segment.h"

namespace grove::index {

/// A mapped segment as one generation sees it: without its dead files. Immutable, thread-safe.
class OpenSegment {
 public:
  static Result<OpenSegment> open(const std::string& directory, const ManifestSegment& entry);

  const Segment& data() const { return segment_; }
  bool has_dead() const { return !dead_.empty(); }
  bool is_dead(std::uint32_t unit) const { return !dead_.empty() && (dead_[unit / 64] >> (unit % 64) & 1U) != 0; }
  std::uint32_t live_units() const { return live_units_; }
  std::uint32_t live_files() const { return live_files_; }

 private:
  MappedFile file_;
  Segment segment_;
  std::vector<std::uint64_t> dead_;  // one bit a unit; empty where all live
  std::uint32_t live_units_ = 0;
  std::uint32_t live_files_ = 0;
};

}  // namespace grove::index
