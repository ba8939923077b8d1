#pragma once

#include <cstdint>
#include <cstring>

namespace grove::index {

/// A fast hash for words, for tables in memory only (it may change). Mixes 8 bytes at a time by 128-bit products, after wyhash (Wang Yi).
inline std::uint64_t short_hash(const char* data, std::size_t size) {
  const auto mix = [](std::uint64_t a, std::uint64_t b) {
    const unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
  };
  const auto load = [](const char* from, std::size_t bytes) {
    std::uint64_t value = 0;
    std::memcpy(&value, from, bytes);
    return value;
  };
  constexpr std::uint64_t kA = 0xA0761D6478BD642FULL, kB = 0xE7037ED1A0B428DBULL, kC = 0x8EBC6AF09C88C6E3ULL;
  std::uint64_t hash = kA ^ size;
  while (size > 16) {
    hash = mix(load(data, 8) ^ kB ^ hash, load(data + 8, 8) ^ kA);
    data += 16;
    size -= 16;
  }
  if (size >= 8) return mix(load(data, 8) ^ kB, mix(load(data + size - 8, 8) ^ kA, hash));
  std::uint64_t tail = 0;
  if (size >= 4)
    tail = load(data, 4) << 32U | load(data + size - 4, 4);
  else if (size > 0)
    tail = static_cast<std::uint64_t>(static_cast<unsigned char>(data[0])) << 16U |
           static_cast<std::uint64_t>(static_cast<unsigned char>(data[size / 2])) << 8U | static_cast<unsigned char>(data[size - 1]);
  return mix(tail ^ kB, hash ^ kC);
}

}  // namespace grove::index
