#include "inference/static/pooling.h"

#include <cstddef>

#include "base/check.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace grove::inference {
namespace {

/// Adds components `[from, dimensions)`.
void add_scalar(const StaticWeights& weights, std::span<const std::uint32_t> tokens, std::span<float> sum, std::size_t from) {
  for (const std::uint32_t token : tokens) {
    const float scale = weights.scale(token);
    const std::int8_t* const row = weights.row(token);
    for (std::size_t j = from; j < sum.size(); ++j) sum[j] += scale * static_cast<float>(row[j]);
  }
}

#if defined(__x86_64__)
constexpr std::size_t kPrefetchDistance = 6;

inline void prefetch_row(const StaticWeights& weights, std::span<const std::uint32_t> tokens, std::size_t i) {
  if (i >= tokens.size()) return;
  const std::int8_t* const row = weights.row(tokens[i]);
  for (std::size_t j = 0; j < weights.dimensions(); j += 64) __builtin_prefetch(row + j);
}

// One block of components stays in registers while all tokens are added to it.

template <int kRegisters>
__attribute__((target("avx512f,fma"))) void add_block_avx512(const StaticWeights& weights, std::span<const std::uint32_t> tokens,
                                                             float* sum, std::size_t from) {
  __m512 sums[kRegisters];
  for (int r = 0; r < kRegisters; ++r) sums[r] = _mm512_loadu_ps(sum + from + 16 * r);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (from == 0) prefetch_row(weights, tokens, i + kPrefetchDistance);
    const __m512 scale = _mm512_set1_ps(weights.scale(tokens[i]));
    const std::int8_t* const row = weights.row(tokens[i]) + from;
    for (int r = 0; r < kRegisters; ++r) {
      const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(row + 16 * r));
      sums[r] = _mm512_fmadd_ps(scale, _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(bytes)), sums[r]);
    }
  }
  for (int r = 0; r < kRegisters; ++r) _mm512_storeu_ps(sum + from + 16 * r, sums[r]);
}

template <int kRegisters>
__attribute__((target("avx2,fma"))) void add_block_avx2(const StaticWeights& weights, std::span<const std::uint32_t> tokens, float* sum,
                                                        std::size_t from) {
  __m256 sums[kRegisters];
  for (int r = 0; r < kRegisters; ++r) sums[r] = _mm256_loadu_ps(sum + from + 8 * r);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (from == 0) prefetch_row(weights, tokens, i + kPrefetchDistance);
    const __m256 scale = _mm256_set1_ps(weights.scale(tokens[i]));
    const std::int8_t* const row = weights.row(tokens[i]) + from;
    for (int r = 0; r < kRegisters; ++r) {
      const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(row + 8 * r));
      sums[r] = _mm256_fmadd_ps(scale, _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(bytes)), sums[r]);
    }
  }
  for (int r = 0; r < kRegisters; ++r) _mm256_storeu_ps(sum + from + 8 * r, sums[r]);
}

void add_avx512(const StaticWeights& weights, std::span<const std::uint32_t> tokens, std::span<float> sum) {
  std::size_t from = 0;
  for (; from + 256 <= sum.size(); from += 256) add_block_avx512<16>(weights, tokens, sum.data(), from);
  for (; from + 16 <= sum.size(); from += 16) add_block_avx512<1>(weights, tokens, sum.data(), from);
  add_scalar(weights, tokens, sum, from);
}

void add_avx2(const StaticWeights& weights, std::span<const std::uint32_t> tokens, std::span<float> sum) {
  std::size_t from = 0;
  for (; from + 64 <= sum.size(); from += 64) add_block_avx2<8>(weights, tokens, sum.data(), from);
  for (; from + 8 <= sum.size(); from += 8) add_block_avx2<1>(weights, tokens, sum.data(), from);
  add_scalar(weights, tokens, sum, from);
}
#endif

}  // namespace

std::vector<SimdLevel> simd_levels() {
  std::vector<SimdLevel> levels = {SimdLevel::kScalar};
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) levels.push_back(SimdLevel::kAvx2);
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("fma")) levels.push_back(SimdLevel::kAvx512);
#endif
  return levels;
}

void add_rows(const StaticWeights& weights, std::span<const std::uint32_t> tokens, std::span<float> sum, SimdLevel level) {
  GROVE_CONTRACT(sum.size() == weights.dimensions());
#if defined(__x86_64__)
  if (level == SimdLevel::kAvx512) return add_avx512(weights, tokens, sum);
  if (level == SimdLevel::kAvx2) return add_avx2(weights, tokens, sum);
#endif
  GROVE_CONTRACT(level == SimdLevel::kScalar);
  add_scalar(weights, tokens, sum, 0);
}

}  // namespace grove::inference
