#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace grove {

/// SHA-256 (FIPS 180-4) of some bytes.
using Sha256 = std::array<std::uint8_t, 32>;

Sha256 sha256(std::string_view bytes);
/// 64 lower-case hexadecimal digits.
std::string to_hex(std::span<const std::uint8_t> bytes);

/// XXH3, 64 bits: fast and well mixed, not for adversaries. Stable across platforms and versions, so it may stand on disk.
std::uint64_t hash64(std::string_view bytes, std::uint64_t seed = 0);

}  // namespace grove
