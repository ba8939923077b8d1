#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "graph/part/array_view.h"

namespace grove::graph {

/// Strings in byte order, each once, sharing prefixes with the one before; number 0 is the empty string.
struct EncodedStrings {
  std::string bytes;
  std::string blocks;  ///< u32 a block of kStringsInBlock: where it begins.
};
inline constexpr std::uint32_t kStringsInBlock = 16;

/// REQUIRES: ascending, each once, the first empty.
EncodedStrings encode_strings(const std::vector<std::string_view>& sorted);

/// Reads them. A block is unpacked when a string of it is first asked for, and kept: views live as long as the table. Thread-safe.
class StringTable {
 public:
  StringTable() = default;
  StringTable(std::string_view bytes, std::string_view blocks, std::uint32_t count);
  StringTable(StringTable&&) noexcept = default;
  StringTable& operator=(StringTable&&) noexcept = default;
  ~StringTable();

  std::uint32_t size() const { return count_; }
  /// Empty for numbers that there aren't, and where the bytes are damaged.
  std::string_view at(std::uint32_t number) const;

 private:
  struct Block {
    std::uint32_t ends[kStringsInBlock] = {};
    std::string text;
  };
  const Block* unpacked(std::uint32_t block) const;
  std::unique_ptr<Block> unpack(std::uint32_t block) const;

  std::string_view bytes_;
  ArrayView<std::uint32_t> blocks_;
  std::uint32_t count_ = 0;
  std::unique_ptr<std::atomic<const Block*>[]> unpacked_;
};

}  // namespace grove::graph
