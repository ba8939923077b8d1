#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "index/lexical/posting_list.h"
#include "index/lexical/top_units.h"
#include "index/unit_index.h"

namespace grove::index {

/// One term of a query in one segment, its weight in fixed point: a unit scores the sum of weight × impact.
struct QueryTerm {
  TermEntry entry;
  std::uint32_t weight = 0;
};

/// Weights of query terms in fixed point, so that sums are exact and in any order the same. REQUIRES for exactness of 32 bits: they are
/// scaled here so that no sum exceeds 2³¹.
struct FixedWeights {
  std::vector<std::uint32_t> weights;
  double scale = 1;  ///< score = sum / scale
};
FixedWeights fix_weights(std::span<const float> weights);

/// Where search kernels bring what they find.
class UnitCollector {
 public:
  virtual ~UnitCollector() = default;
  /// The least score that could still enter; it only rises. Units below it need not be offered.
  virtual std::uint32_t least() const = 0;
  virtual void offer(std::uint32_t unit, std::uint32_t score) = 0;
};

/// Offers every unit below `units` that can score at least `least()`, ascending. Exact: MaxScore (Turtle, Flood, "Query evaluation:
/// strategies and optimizations", 1995) over windows of units with the block-wise upper bounds of Ding and Suel ("Faster top-k document
/// retrieval using block-max indexes", SIGIR 2011): in each window only the terms that are needed to reach `least()` are read in full,
/// the others are looked up for units that have a chance.
SearchWork search_block_max(std::span<const QueryTerm> terms, std::uint32_t units, UnitCollector& collector);

/// The same answer by adding up everything: the oracle, and the limit to measure against.
SearchWork search_exhaustively(std::span<const QueryTerm> terms, std::uint32_t units, UnitCollector& collector);

}  // namespace grove::index
