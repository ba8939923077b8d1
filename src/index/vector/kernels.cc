#include "index/vector/kernels.h"

#include <bit>
#include <cstring>
#include <vector>

#if defined(__x86_64__)
#include "index/vector/kernels_x86.h"
#endif

namespace grove::index {
namespace {

void dot_int8(const std::int8_t* query, const std::int8_t* rows, std::size_t dimensions, std::size_t count, std::int32_t* out) {
  for (std::size_t i = 0; i < count; ++i, rows += dimensions) {
    std::int32_t sum = 0;
    for (std::size_t d = 0; d < dimensions; ++d) sum += query[d] * rows[d];
    out[i] = sum;
  }
}

void dot_float(const float* query, const float* rows, std::size_t dimensions, std::size_t count, float* out) {
  for (std::size_t i = 0; i < count; ++i, rows += dimensions) {
    float sum = 0;
    for (std::size_t d = 0; d < dimensions; ++d) sum += query[d] * rows[d];
    out[i] = sum;
  }
}

void hamming(const std::uint8_t* query, const std::uint8_t* rows, std::size_t bytes, std::size_t count, std::uint32_t* out) {
  for (std::size_t i = 0; i < count; ++i, rows += bytes) {
    std::uint32_t bits = 0;
    std::size_t at = 0;
    for (; at + 8 <= bytes; at += 8) {
      std::uint64_t a, b;
      std::memcpy(&a, query + at, 8);
      std::memcpy(&b, rows + at, 8);
      bits += static_cast<std::uint32_t>(std::popcount(a ^ b));
    }
    for (; at < bytes; ++at) bits += static_cast<std::uint32_t>(std::popcount(static_cast<std::uint8_t>(query[at] ^ rows[at])));
    out[i] = bits;
  }
}

constexpr VectorKernels kScalar = {"scalar", dot_int8, dot_float, hamming};

std::vector<VectorKernels> detect() {
  std::vector<VectorKernels> kernels = {kScalar};
#if defined(__x86_64__)
  if (runs_avx2()) kernels.push_back(kAvx2Kernels);
  if (runs_avx512()) kernels.push_back(kAvx512Kernels);
#endif
  return kernels;
}

}  // namespace

const VectorKernels& scalar_kernels() { return kScalar; }

std::span<const VectorKernels> supported_kernels() {
  static const std::vector<VectorKernels> kernels = detect();
  return kernels;
}

}  // namespace grove::index
