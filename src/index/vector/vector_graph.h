#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/cancel.h"
#include "base/result.h"
#include "index/vector/kernels.h"
#include "index/vector/vector_file.h"
#include "index/vector/vector_scan.h"

namespace grove::index {

/// Segments with as many vectors get a graph: from here on a walk takes less than half the time of a scan (docs/search-speed.md has the
/// measurement).
inline constexpr std::uint32_t kGraphFrom = 300'000;

/// A graph over the vectors of a segment: each distinct vector is a node with links to near ones, so that the nearest of a query are found
/// by walking (docs/formats/vectors.md). Borrowed bytes; immutable, thread-safe; damaged links lead nowhere, nothing worse.
class VectorGraph {
 public:
  /// Nothing where `bytes` are empty: there is no graph. kCorrupt where its tables don't fit each other or `units`.
  static Result<std::optional<VectorGraph>> open(std::string_view bytes, std::uint32_t units);

  std::uint32_t nodes() const { return nodes_; }
  std::uint32_t degree() const { return degree_; }
  /// The first unit with that vector. REQUIRES: a node.
  std::uint32_t unit_of(std::uint32_t node) const { return units_[node] < units_in_file_ ? units_[node] : 0; }
  /// Calls `take` with each further unit that has the same vector.
  template <class Take>
  void for_each_twin(std::uint32_t node, Take take) const {
    auto twin = std::ranges::lower_bound(twin_nodes_, node) - twin_nodes_.begin();
    for (; twin < std::ssize(twin_nodes_) && twin_nodes_[static_cast<std::size_t>(twin)] == node; ++twin)
      if (const std::uint32_t unit = twin_units_[static_cast<std::size_t>(twin)]; unit < units_in_file_) take(unit);
  }
  /// Nodes; kNoNode from the first unused place on.
  std::span<const std::uint32_t> links(std::uint32_t node) const { return links_.subspan(std::size_t{node} * degree_, degree_); }

  static constexpr std::uint32_t kNoNode = ~std::uint32_t{0};
  /// Walks begin at every so manieth node, …
  std::uint32_t first_step() const;
  /// … which is a power of this one, so that more than so many remain.
  static constexpr std::uint32_t kStep = 16;
  static constexpr std::uint32_t kFewestNodes = 200;

 private:
  std::uint32_t nodes_ = 0;
  std::uint32_t degree_ = 0;
  std::uint32_t units_in_file_ = 0;
  std::span<const std::uint32_t> units_;
  std::span<const std::uint32_t> twin_nodes_;  // ascending
  std::span<const std::uint32_t> twin_units_;
  std::span<const std::uint32_t> links_;
};

/// Offers the units nearest to the probe that are admitted, nearest first: walks from node to node and keeps the `beam` best seen (the
/// best-first search of Malkov and Yashunin, "Efficient and robust approximate nearest neighbor search using HNSW graphs", 2018). The wider
/// the beam, the more of the true nearest it finds, and the longer it takes.
void search_graph(const VectorGraph& graph, const VectorFile& file, const VectorProbe& probe, std::size_t beam, VectorCollector& collector);

/// How a graph is built. The same vectors give the same bytes, whatever the threads and kernels.
struct GraphOptions {
  unsigned threads = 1;
  const VectorKernels* kernels = &best_kernels();
};

/// The bytes of a graph over all vectors of a file. Cuts the vectors into small groups of near ones, several times in different ways,
/// compares all within a group, and keeps for each the nearest that don't lie behind one another (partitions: Munoz and others,
/// "Hierarchical clustering-based graphs for large scale approximate nearest neighbor search", 2019; the choice of links: Subramanya and
/// others, "DiskANN", 2019). kCancelled.
Result<std::string> build_graph(const VectorFile& file, const GraphOptions& options, const CancelToken& cancel);

}  // namespace grove::index
