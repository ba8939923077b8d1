#pragma once

#include <map>
#include <string>
#include <vector>

#include "index/scoring.h"
#include "index/testing/sample_files.h"

namespace grove::index::testing {

/// The plainest index there is: remembers how often each term stands in each field of each unit, and computes BM25F in floating point.
/// The oracle for segments.
class ExhaustiveIndex {
 public:
  explicit ExhaustiveIndex(const Scoring& scoring = {}) : scoring_(scoring) {}

  void add(const SampleFile& file);
  void remove(const std::string& path) { units_.erase(path); }

  /// Unrounded impact of a term in each unit it occurs in, by path and place.
  std::map<std::pair<std::string, std::size_t>, float> impacts(const std::string& term) const;

 private:
  struct UnitTerms {
    std::map<std::string, FieldCounts> counts;
    std::array<std::uint32_t, kFieldCount> lengths{};

    void count(std::string_view text, Field field);
  };
  Scoring scoring_;
  std::map<std::string, std::vector<UnitTerms>> units_;
};

}  // namespace grove::index::testing
