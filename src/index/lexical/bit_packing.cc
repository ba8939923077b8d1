#include "index/lexical/bit_packing.h"

#include <array>
#include <bit>
#include <cstring>
#include <utility>

namespace grove::index {
namespace {

using Lanes = std::uint32_t __attribute__((vector_size(16)));
constexpr unsigned kRows = 32;

Lanes load(const void* from) {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof(lanes));
  return lanes;
}
void store(void* to, Lanes lanes) { std::memcpy(to, &lanes, sizeof(lanes)); }

template <unsigned Bits, unsigned Row>
void unpack_row(const char* in, std::uint32_t* values) {
  constexpr unsigned kBit = Row * Bits;
  constexpr unsigned kWord = kBit / 32;
  constexpr unsigned kShift = kBit % 32;
  Lanes lanes = load(in + kWord * 16) >> kShift;
  if constexpr (kShift + Bits > 32) lanes |= load(in + (kWord + 1) * 16) << (32 - kShift);
  if constexpr (Bits < 32) lanes &= (std::uint32_t{1} << Bits) - 1;
  store(values + std::size_t{Row} * 4, lanes);
}

template <unsigned Bits, unsigned... Row>
void unpack_rows(const char* in, std::uint32_t* values, std::integer_sequence<unsigned, Row...> /*rows*/) {
  if constexpr (Bits == 0)
    std::memset(values, 0, kBlockSize * sizeof(*values));
  else
    (unpack_row<Bits, Row>(in, values), ...);
}

template <unsigned Bits>
void unpack(const char* in, std::uint32_t* values) {
  unpack_rows<Bits>(in, values, std::make_integer_sequence<unsigned, kRows>{});
}

template <unsigned... Bits>
constexpr auto make_unpackers(std::integer_sequence<unsigned, Bits...> /*bits*/) {
  return std::array{&unpack<Bits>...};
}
constexpr auto kUnpackers = make_unpackers(std::make_integer_sequence<unsigned, 33>{});

}  // namespace

unsigned bits_of(const std::uint32_t* values, std::size_t count) {
  std::uint32_t all = 0;
  for (std::size_t i = 0; i < count; ++i) all |= values[i];
  return static_cast<unsigned>(std::bit_width(all));
}

void pack_block(const std::uint32_t* values, unsigned bits, char* out) {
  std::memset(out, 0, packed_block_bytes(bits));
  if (bits == 0) return;
  for (unsigned row = 0; row < kRows; ++row) {
    const Lanes lanes = load(values + std::size_t{row} * 4);
    char* word = out + std::size_t{row * bits / 32} * 16;
    const unsigned shift = row * bits % 32;
    store(word, load(word) | (lanes << shift));
    if (shift + bits > 32) store(word + 16, load(word + 16) | (lanes >> (32 - shift)));
  }
}

void unpack_block(const char* in, unsigned bits, std::uint32_t* values) { kUnpackers[bits](in, values); }

void pack_tail(const std::uint32_t* values, std::size_t count, unsigned bits, char* out) {
  std::uint64_t pending = 0;
  unsigned filled = 0;
  for (std::size_t i = 0; i < count; ++i) {
    pending |= std::uint64_t{values[i]} << filled;
    for (filled += bits; filled >= 8; filled -= 8, pending >>= 8U) *out++ = static_cast<char>(pending);
  }
  if (filled > 0) *out = static_cast<char>(pending);
}

void unpack_tail(const char* in, std::size_t count, unsigned bits, std::uint32_t* values) {
  std::array<char, kBlockSize * 4 + 8> bytes;
  const std::size_t size = packed_tail_bytes(count, bits);
  std::memcpy(bytes.data(), in, size);
  std::memset(bytes.data() + size, 0, 8);
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  for (std::size_t i = 0, bit = 0; i < count; ++i, bit += bits) {
    std::uint64_t word;
    std::memcpy(&word, bytes.data() + bit / 8, 8);
    values[i] = static_cast<std::uint32_t>((word >> (bit % 8)) & mask);
  }
}

void sum_gaps(std::uint32_t* values, std::uint32_t previous) {
  const Lanes zero = {0, 0, 0, 0};
  Lanes carry = {previous, previous, previous, previous};
  for (std::size_t i = 0; i < kBlockSize; i += 4) {
    Lanes lanes = load(values + i) + 1U;
    lanes += __builtin_shufflevector(zero, lanes, 0, 4, 5, 6);
    lanes += __builtin_shufflevector(zero, lanes, 0, 0, 4, 5);
    lanes += carry;
    store(values + i, lanes);
    carry = __builtin_shufflevector(lanes, lanes, 3, 3, 3, 3);
  }
}

}  // namespace grove::index
