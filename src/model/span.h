#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

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

/// What a text has of a range: less where the range reaches behind its end, nothing where it is empty.
inline std::string_view slice(std::string_view text, ByteRange range) {
  const std::size_t begin = std::min<std::size_t>(range.begin, text.size());
  const std::size_t end = std::clamp<std::size_t>(range.end, begin, text.size());
  return text.substr(begin, end - begin);
}

/// Lines `first..last`, 1-based, both inclusive.
struct LineRange {
  std::uint32_t first = 1;
  std::uint32_t last = 1;
  friend bool operator==(LineRange, LineRange) = default;
};

}  // namespace grove
