#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "index/vector/kernels.h"
#include "index/vector/vector_file.h"

namespace grove::index {

/// A query vector in the forms that the storages need. Immutable, thread-safe.
class VectorProbe {
 public:
  /// `vector` need not be normalised.
  explicit VectorProbe(std::span<const float> vector, const VectorKernels& kernels = best_kernels());

  /// Cosines of `count` units from `first` on. REQUIRES: as many dimensions as the file's space, and the units exist.
  void cosines(const VectorFile& file, std::uint32_t first, std::uint32_t count, float* out) const;
  const std::uint8_t* code() const { return code_.data(); }
  std::size_t dimensions() const { return floats_.size(); }
  const VectorKernels& kernels() const { return kernels_; }

 private:
  const VectorKernels& kernels_;
  std::vector<float> floats_;  // normalised
  std::vector<std::int8_t> bytes_;
  float bytes_scale_ = 0;  // 1 / length of bytes_
  std::vector<std::uint8_t> code_;
};

/// Where a scan brings what it finds.
class VectorCollector {
 public:
  virtual ~VectorCollector() = default;
  virtual bool admits(std::uint32_t unit) = 0;
  /// Whether `admits` is true for every unit.
  virtual bool admits_all() const = 0;
  /// The least cosine that could still enter.
  virtual float least() const = 0;
  virtual void offer(std::uint32_t unit, float cosine) = 0;
};

/// Offers every admitted unit with a vector that can enter, ascending: exact.
void scan_vectors(const VectorFile& file, const VectorProbe& probe, VectorCollector& collector);

/// Only looks at the admitted units whose one-bit codes are nearest to the probe's, about `candidates` of them: nearly exact where that is
/// a multiple of what is wanted (docs/search-speed.md has the measurement).
void scan_codes(const VectorFile& file, const VectorProbe& probe, std::size_t candidates, VectorCollector& collector);

}  // namespace grove::index
