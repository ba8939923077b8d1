#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "index/manifest.h"
#include "index/open_segment.h"
#include "index/unit_gate.h"
#include "index/unit_index.h"

namespace grove::index {

/// A unit as callers see it. REQUIRES: the segment has it.
UnitView view_of(const Segment& segment, std::uint32_t unit);

/// One published generation of segments, mapped. Immutable, thread-safe.
class Snapshot final : public UnitIndex {
 public:
  static Result<std::shared_ptr<const Snapshot>> open(const std::string& directory, const Manifest& manifest, const VectorSpace& space);

  std::vector<std::uint64_t> document_frequencies(std::span<const std::string> terms) const override;
  std::vector<ScoredUnit> search_words(const WordQuery& query) const override;
  std::vector<ScoredUnit> search_vector(const VectorQuery& query) const override;
  std::vector<NameHit> search_names(const NameQuery& query) const override;
  UnitView unit(UnitRef ref) const override;
  FileView file(UnitRef ref) const override;
  bool comes_first(UnitRef a, UnitRef b) const override;
  std::vector<float> impacts(std::span<const std::string> terms, std::span<const UnitRun> runs) const override;
  void similarities(std::span<const float> vector, std::span<const UnitRef> refs, std::span<float> out) const override;
  std::vector<UnitRef> units_of(std::string_view path) const override;
  IndexStats stats() const override;
  std::vector<VectorHolding> vector_holdings() const override;
  std::array<std::uint64_t, kKindCount> units_by_kind() const override;

 private:
  const OpenSegment& segment(UnitRef ref) const;
  void collect_names(const NameQuery& query, const std::string& key, std::uint32_t segment, std::vector<NameHit>& hits) const;

  std::vector<OpenSegment> segments_;
  IndexStats stats_;
  mutable std::once_flag kinds_counted_;
  mutable std::array<std::uint64_t, kKindCount> kinds_{};  // set once
};

}  // namespace grove::index
