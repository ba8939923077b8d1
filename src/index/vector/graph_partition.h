#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/cancel.h"
#include "index/vector/kernels.h"
#include "index/vector/vector_file.h"

namespace grove::index {

/// The distinct vectors of a file as rows of int8, however they are stored. Immutable, thread-safe. The file outlives it.
class DistinctVectors {
 public:
  /// Leaves out units without a vector and zero vectors.
  explicit DistinctVectors(const VectorFile& file);

  struct Twin {
    std::uint32_t node, unit;
  };
  std::uint32_t size() const { return static_cast<std::uint32_t>(units_.size()); }
  std::size_t dimensions() const { return file_.space().dimensions; }
  /// The first unit of each distinct vector, ascending.
  const std::vector<std::uint32_t>& units() const { return units_; }
  /// Further units with the vector of a node, by node, then unit.
  const std::vector<Twin>& twins() const { return twins_; }
  /// Copies a node's row; returns 1 / its length.
  float copy(std::uint32_t node, std::int8_t* out) const;

 private:
  const VectorFile& file_;
  std::vector<std::uint32_t> units_;
  std::vector<Twin> twins_;
};

/// Rows that lie together, for the kernels. Not thread-safe.
class RowBlock {
 public:
  RowBlock(const DistinctVectors& vectors, const VectorKernels& kernels) : vectors_(vectors), kernels_(kernels) {}

  void reserve(std::size_t rows) { rows_.reserve(rows * vectors_.dimensions()), scales_.reserve(rows); }
  void clear() { rows_.clear(), scales_.clear(); }
  std::size_t size() const { return scales_.size(); }
  void add(std::uint32_t node);
  /// Copies row `row` of another block.
  void add(const RowBlock& other, std::size_t row);
  /// Cosines of row `row` of `from` to all of this block's from `first` on.
  void cosines(const RowBlock& from, std::size_t row, std::size_t first, std::vector<float>& out) const;

 private:
  const DistinctVectors& vectors_;
  const VectorKernels& kernels_;
  std::vector<std::int8_t> rows_;
  std::vector<float> scales_;
  mutable std::vector<std::int32_t> dots_;
};

/// How vectors are cut into groups.
struct PartitionRequest {
  const DistinctVectors& vectors;
  std::span<const std::uint32_t> nodes;  ///< Those that are cut.
  const VectorKernels& kernels;
  std::size_t largest;  ///< Members of a group.
  std::uint64_t seed;   ///< Another one cuts otherwise.
  unsigned threads;
};

/// Cuts nodes into groups of near ones, each in one, named by their places in `nodes`: some nodes lead, the others follow the nearest
/// leader, and a group that is too large is cut again.
std::vector<std::vector<std::uint32_t>> cut_into_groups(const PartitionRequest& request, const CancelToken& cancel);

}  // namespace grove::index
