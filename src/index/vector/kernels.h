#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace grove::index {

/// The inner loops of vector search for one kind of processor. Rows stand one after the other without padding.
struct VectorKernels {
  std::string_view name;
  /// out[i] = Σ query · row i. Values of −128 may give wrong sums.
  void (*dot_int8)(const std::int8_t* query, const std::int8_t* rows, std::size_t dimensions, std::size_t count, std::int32_t* out);
  void (*dot_float)(const float* query, const float* rows, std::size_t dimensions, std::size_t count, float* out);
  /// out[i] = number of bits in which the query and row i differ; rows of `bytes` bytes.
  void (*hamming)(const std::uint8_t* query, const std::uint8_t* rows, std::size_t bytes, std::size_t count, std::uint32_t* out);
};

/// Plain C++: the oracle for the others, and the fallback.
const VectorKernels& scalar_kernels();
/// Those that this processor can run, the fastest last.
std::span<const VectorKernels> supported_kernels();
inline const VectorKernels& best_kernels() { return supported_kernels().back(); }

}  // namespace grove::index
