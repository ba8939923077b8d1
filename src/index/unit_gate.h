#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/glob.h"
#include "index/open_segment.h"
#include "index/unit_index.h"

namespace grove::index {

/// A filter made ready for many segments. Immutable, thread-safe.
class CompiledFilter {
 public:
  explicit CompiledFilter(const UnitFilter& filter);
  /// Sections of prose pass where documents are asked for: `takes_section` has the last word about them.
  bool takes_kind(Kind kind) const { return (kinds_ >> static_cast<unsigned>(kind) & 1U) != 0 || (prose_ && kind == Kind::kSection); }
  bool takes_section(Language language) const;
  bool takes_prose_only() const { return prose_; }
  bool takes_file(const FileTable& files, std::uint32_t file) const;
  bool by_file() const { return by_file_; }
  bool by_kind() const { return kinds_ != ~std::uint64_t{0}; }

 private:
  std::uint64_t kinds_ = ~std::uint64_t{0};
  std::uint64_t languages_ = ~std::uint64_t{0};
  std::optional<PathFilter> path_;
  bool by_file_ = false;
  bool prose_ = false;  // of sections, only those of documents
};

/// Says which units of one segment may answer: live ones that the filter takes. Remembers what it found out about files; not thread-safe.
class UnitGate {
 public:
  UnitGate(const CompiledFilter& filter, const OpenSegment& segment) : filter_(filter), segment_(segment) {}
  bool admits(std::uint32_t unit);
  bool admits_all() const { return !segment_.has_dead() && !filter_.by_file() && !filter_.by_kind(); }

 private:
  bool admits_file(std::uint32_t unit);
  Language language_of(std::uint32_t unit) const;

  const CompiledFilter& filter_;
  const OpenSegment& segment_;
  // The file asked about last.
  std::uint32_t first_ = 0;
  std::uint32_t end_ = 0;
  bool taken_ = false;
};

}  // namespace grove::index
