#include "index/vector/kernels_x86.h"

#if defined(__x86_64__)
// g++ 12 warns about the deliberately undefined registers of its own AVX-512 header once it is inlined here.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <immintrin.h>

#include <bit>
#include <cstring>

#define GROVE_AVX2 __attribute__((target("avx2,fma,popcnt")))
#define GROVE_AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vnni,avx512vpopcntdq,avx2,fma,popcnt")))

namespace grove::index {
namespace {

// ---- AVX2 ----

GROVE_AVX2 std::int32_t sum_of(__m256i lanes) {
  __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
  sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4E));
  sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xB1));
  return _mm_cvtsi128_si32(sum);
}

/// |query| as unsigned bytes times rows with the sign of the query: pairs of products stay below 2¹⁵.
GROVE_AVX2 void dot_int8_avx2(const std::int8_t* query, const std::int8_t* rows, std::size_t dimensions, std::size_t count,
                              std::int32_t* out) {
  const __m256i ones = _mm256_set1_epi16(1);
  for (std::size_t i = 0; i < count; ++i, rows += dimensions) {
    __m256i sum = _mm256_setzero_si256();
    std::size_t d = 0;
    for (; d + 32 <= dimensions; d += 32) {
      const __m256i q = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(query + d));
      const __m256i r = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(rows + d));
      const __m256i pairs = _mm256_maddubs_epi16(_mm256_abs_epi8(q), _mm256_sign_epi8(r, q));
      sum = _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, ones));
    }
    std::int32_t total = sum_of(sum);
    for (; d < dimensions; ++d) total += query[d] * rows[d];
    out[i] = total;
  }
}

GROVE_AVX2 void dot_float_avx2(const float* query, const float* rows, std::size_t dimensions, std::size_t count, float* out) {
  for (std::size_t i = 0; i < count; ++i, rows += dimensions) {
    __m256 even = _mm256_setzero_ps();
    __m256 odd = _mm256_setzero_ps();
    std::size_t d = 0;
    for (; d + 16 <= dimensions; d += 16) {
      even = _mm256_fmadd_ps(_mm256_loadu_ps(query + d), _mm256_loadu_ps(rows + d), even);
      odd = _mm256_fmadd_ps(_mm256_loadu_ps(query + d + 8), _mm256_loadu_ps(rows + d + 8), odd);
    }
    const __m256 both = _mm256_add_ps(even, odd);
    __m128 sum = _mm_add_ps(_mm256_castps256_ps128(both), _mm256_extractf128_ps(both, 1));
    sum = _mm_add_ps(sum, _mm_movehl_ps(sum, sum));
    float total = _mm_cvtss_f32(_mm_add_ss(sum, _mm_shuffle_ps(sum, sum, 1)));
    for (; d < dimensions; ++d) total += query[d] * rows[d];
    out[i] = total;
  }
}

GROVE_AVX2 void hamming_avx2(const std::uint8_t* query, const std::uint8_t* rows, std::size_t bytes, std::size_t count,
                             std::uint32_t* out) {
  for (std::size_t i = 0; i < count; ++i, rows += bytes) {
    std::uint64_t bits = 0;
    std::size_t at = 0;
    for (; at + 8 <= bytes; at += 8) {
      std::uint64_t a, b;
      std::memcpy(&a, query + at, 8);
      std::memcpy(&b, rows + at, 8);
      bits += static_cast<std::uint64_t>(_mm_popcnt_u64(a ^ b));
    }
    for (; at < bytes; ++at) bits += static_cast<std::uint64_t>(_mm_popcnt_u32(static_cast<std::uint32_t>(query[at] ^ rows[at])));
    out[i] = static_cast<std::uint32_t>(bits);
  }
}

// ---- AVX-512 ----

GROVE_AVX512 void dot_int8_avx512(const std::int8_t* query, const std::int8_t* rows, std::size_t dimensions, std::size_t count,
                                  std::int32_t* out) {
  const std::size_t whole = dimensions / 64 * 64;
  const __mmask64 rest = (__mmask64{1} << (dimensions % 64)) - 1;
  const __m512i zero = _mm512_setzero_si512();
  for (std::size_t i = 0; i < count; ++i, rows += dimensions) {
    __m512i sum = zero;
    const auto add = [&](__m512i q, __m512i r) GROVE_AVX512 {
      sum = _mm512_dpbusd_epi32(sum, _mm512_abs_epi8(q), _mm512_mask_sub_epi8(r, _mm512_movepi8_mask(q), zero, r));
    };
    for (std::size_t d = 0; d < whole; d += 64) add(_mm512_loadu_si512(query + d), _mm512_loadu_si512(rows + d));
    if (rest != 0) add(_mm512_maskz_loadu_epi8(rest, query + whole), _mm512_maskz_loadu_epi8(rest, rows + whole));
    out[i] = _mm512_reduce_add_epi32(sum);
  }
}

GROVE_AVX512 void dot_float_avx512(const float* query, const float* rows, std::size_t dimensions, std::size_t count, float* out) {
  const std::size_t whole = dimensions / 16 * 16;
  const auto rest = static_cast<__mmask16>((1U << (dimensions % 16)) - 1U);
  for (std::size_t i = 0; i < count; ++i, rows += dimensions) {
    __m512 sum = _mm512_setzero_ps();
    for (std::size_t d = 0; d < whole; d += 16) sum = _mm512_fmadd_ps(_mm512_loadu_ps(query + d), _mm512_loadu_ps(rows + d), sum);
    if (rest != 0) sum = _mm512_fmadd_ps(_mm512_maskz_loadu_ps(rest, query + whole), _mm512_maskz_loadu_ps(rest, rows + whole), sum);
    out[i] = _mm512_reduce_add_ps(sum);
  }
}

GROVE_AVX512 void hamming_avx512(const std::uint8_t* query, const std::uint8_t* rows, std::size_t bytes, std::size_t count,
                                 std::uint32_t* out) {
  if (bytes != 32) return hamming_avx2(query, rows, bytes, count, out);
  const __m256i q = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(query));
  for (std::size_t i = 0; i < count; ++i, rows += 32) {
    const __m256i r = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(rows));
    const __m256i counts = _mm256_popcnt_epi64(_mm256_xor_si256(q, r));
    const __m128i halves = _mm_add_epi64(_mm256_castsi256_si128(counts), _mm256_extracti128_si256(counts, 1));
    out[i] = static_cast<std::uint32_t>(_mm_cvtsi128_si64(halves) + _mm_extract_epi64(halves, 1));
  }
}

}  // namespace

bool runs_avx2() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("popcnt"); }

bool runs_avx512() {
  return runs_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512vpopcntdq");
}

const VectorKernels kAvx2Kernels = {"avx2", dot_int8_avx2, dot_float_avx2, hamming_avx2};
const VectorKernels kAvx512Kernels = {"avx512", dot_int8_avx512, dot_float_avx512, hamming_avx512};

}  // namespace grove::index
#endif
