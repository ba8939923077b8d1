#pragma once

#include <cstdint>
#include <string_view>

#include "base/hash.h"
#include "base/text.h"
#include "graph/declarations.h"
#include "model/kinds.h"

/// How rows of a part are laid out (docs/formats/graph.md); known to who writes them and who reads them.
namespace grove::graph {

inline constexpr std::uint32_t kSymbolsInBlock = 8;
inline constexpr std::size_t kLeastRowBytes = 5;  // of a symbol: shape, name, begin, size, line
inline constexpr std::size_t kFileRowBytes = 48;  // hash 32, path 4, module 4, imports 4, language 1, version 3

/// What many symbols have in common, packed into 64 bits; a symbol names its shape by number.
struct Shape {
  Kind kind = Kind::kFunction;
  std::uint16_t flags = 0;
  std::uint8_t arity = 0, required = 0;
  std::uint8_t fields = 0;       ///< ShapeField
  std::uint8_t name_offset = 0;  ///< 1 + how far behind the symbol's begin its name begins, where that stands in no row; else 0.

  std::uint64_t packed() const {
    return static_cast<std::uint64_t>(kind) | std::uint64_t{flags} << 8U | std::uint64_t{arity} << 24U | std::uint64_t{required} << 32U |
           std::uint64_t{fields} << 40U | std::uint64_t{name_offset} << 48U;
  }
  static Shape unpacked(std::uint64_t bits) {
    return {static_cast<Kind>(bits & 0xFFU),        static_cast<std::uint16_t>(bits >> 8U), static_cast<std::uint8_t>(bits >> 24U),
            static_cast<std::uint8_t>(bits >> 32U), static_cast<std::uint8_t>(bits >> 40U), static_cast<std::uint8_t>(bits >> 48U)};
  }
};

/// Which fields follow in a row.
enum ShapeField : std::uint8_t {
  kHasParent = 1U << 0U,
  kHasQualifiedName = 1U << 1U,  ///< Other than its name.
  kHasType = 1U << 2U,
  kHasReceiver = 1U << 3U,
  kHasParameters = 1U << 4U,
  kHasSupertypes = 1U << 5U,
  kHasMoreLines = 1U << 6U,
  kHasTypeParameters = 1U << 7U,
};

/// One of the symbols of a name, among the others of it.
struct Posting {
  std::uint64_t distance = 0;
  Standing standing = Standing::kInside;

  std::uint64_t packed() const { return distance * kStandingCount + static_cast<unsigned>(standing); }
  static Posting unpacked(std::uint64_t bits) { return {bits / kStandingCount, static_cast<Standing>(bits % kStandingCount)}; }
};
inline std::uint64_t zigzag(std::int64_t number) {
  return (static_cast<std::uint64_t>(number) << 1U) ^ static_cast<std::uint64_t>(number >> 63);
}
inline std::int64_t unzigzag(std::uint64_t bits) { return static_cast<std::int64_t>(bits >> 1U) ^ -static_cast<std::int64_t>(bits & 1U); }

/// Names that differ in case only have the same.
inline std::uint64_t name_hash(std::string_view folded) { return hash64(folded); }

/// As many name buckets as hold about eight names each; a power of two.
inline std::uint32_t name_bucket_bits(std::uint64_t names) {
  std::uint32_t bits = 0;
  while (bits < 28 && (names >> bits) > 8) ++bits;
  return bits;
}
inline std::uint32_t name_bucket(std::uint64_t hash, std::uint32_t bits) {
  return bits == 0 ? 0 : static_cast<std::uint32_t>(hash >> (64U - bits));
}
/// A string's number below, bits of its name's hash above.
inline std::uint32_t name_entry(std::uint32_t string, std::uint64_t hash, std::uint32_t number_bits) {
  return number_bits >= 32 ? string : string | static_cast<std::uint32_t>(hash << number_bits);
}

}  // namespace grove::graph
