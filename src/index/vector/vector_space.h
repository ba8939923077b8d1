#pragma once

#include <cstdint>
#include <string>

namespace grove::index {

/// How the rows of vectors are stored. On disk: append only.
enum class VectorStorage : std::uint8_t {
  kInt8 = 0,     ///< One signed byte a dimension, scaled by any positive factor a row.
  kFloat32 = 1,  ///< Four bytes a dimension, little endian.
  kBinary = 2,   ///< One bit a dimension (set where it is not negative), least significant first, rows padded to whole bytes.
};

/// Where vectors come from: provenance of what stands in the index.
struct VectorSpace {
  std::string provider;  ///< "static", "llama.cpp", "ollama", …
  std::string model;
  std::uint32_t dimensions = 0;
  std::string fingerprint;  ///< Changes whenever vectors of the same text would.
  VectorStorage storage = VectorStorage::kInt8;
  friend bool operator==(const VectorSpace&, const VectorSpace&) = default;

  /// Bytes of one row.
  std::size_t row_bytes() const {
    switch (storage) {
      case VectorStorage::kFloat32: return std::size_t{dimensions} * 4;
      case VectorStorage::kBinary: return (std::size_t{dimensions} + 7) / 8;
      case VectorStorage::kInt8: break;
    }
    return dimensions;
  }
};

}  // namespace grove::index
