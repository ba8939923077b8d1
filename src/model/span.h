#pragma once

#include <cstdint>

namespace grove {

/// Bytes `[begin, end)` of a file's text (decoded to UTF-8, BOM removed).
struct ByteRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  std::uint32_t size() const { return end - begin; }
  bool empty() const { return begin >= end; }
  bool contains(ByteRange inner) const { return begin <= inner.begin && inner.end <= end; }
  friend bool operator==(ByteRange, ByteRange) = default;
};

/// Lines `first..last`, 1-based, both inclusive.
struct LineRange {
  std::uint32_t first = 1;
  std::uint32_t last = 1;
  friend bool operator==(LineRange, LineRange) = default;
};

}  // namespace grove
