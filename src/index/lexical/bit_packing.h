#pragma once

#include <cstddef>
#include <cstdint>

namespace grove::index {

/// Postings come in blocks of this many.
inline constexpr std::size_t kBlockSize = 128;

/// Bits that the largest of some values needs, 0 to 32.
unsigned bits_of(const std::uint32_t* values, std::size_t count);

/// 128 values in `bits` × 16 bytes, four interleaved lanes of 32 (Lemire, Boytsov, "Decoding billions of integers per second through
/// vectorization", 2015). REQUIRES: bits ≤ 32 and no value has more.
void pack_block(const std::uint32_t* values, unsigned bits, char* out);
/// Reads exactly `bits` × 16 bytes. REQUIRES: bits ≤ 32.
void unpack_block(const char* in, unsigned bits, std::uint32_t* values);
constexpr std::size_t packed_block_bytes(unsigned bits) { return std::size_t{bits} * 16; }

/// Fewer than 128 values, one after the other, in ⌈count × bits / 8⌉ bytes.
void pack_tail(const std::uint32_t* values, std::size_t count, unsigned bits, char* out);
/// REQUIRES: bits ≤ 32 and count ≤ 128.
void unpack_tail(const char* in, std::size_t count, unsigned bits, std::uint32_t* values);
constexpr std::size_t packed_tail_bytes(std::size_t count, unsigned bits) { return (count * bits + 7) / 8; }

/// Turns 128 gaps into ascending numbers: out[i] = previous + 1 + gap[0] + 1 + gap[1] + … (modulo 2³²).
void sum_gaps(std::uint32_t* values, std::uint32_t previous);

}  // namespace grove::index
