#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/part/array_view.h"

namespace grove::graph {

/// Ascending keys, each with a number and a list of ascending numbers: who uses a symbol, which files asked for a name.
/// They stand in blocks of kKeysInBlock; the first key of each block and where it begins stand as u32.
inline constexpr std::uint32_t kKeysInBlock = 16;

struct EncodedLists {
  std::string first_keys, lists, blocks;
};

/// One pair of key and member of its list.
struct KeyedNumber {
  std::uint32_t key = 0;
  std::uint32_t member = 0;
  friend auto operator<=>(const KeyedNumber&, const KeyedNumber&) = default;
};

/// `extras` are pairs of key and its number, ascending; 0 for keys that aren't there. REQUIRES: `pairs` ascending, each once.
EncodedLists encode_lists(const std::vector<KeyedNumber>& pairs, const std::vector<KeyedNumber>& extras);

class NumberLists {
 public:
  struct Found {
    std::uint32_t extra = 0;
    std::vector<std::uint32_t> members;
  };
  NumberLists() = default;
  NumberLists(std::string_view first_keys, std::string_view lists, std::string_view blocks)
      : first_keys_(first_keys), blocks_(blocks), lists_(lists) {}

  /// Nothing where there is no such key.
  Found find(std::uint32_t key) const;
  /// Calls `visit(key, members)` for every key.
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::size_t block = 0; block < first_keys_.size(); ++block)
      for (const auto& [key, found] : read_block(block)) visit(key, found.members);
  }
  /// Only the number of the key; 0 where there is no such key.
  std::uint32_t extra(std::uint32_t key) const;

 private:
  std::vector<std::pair<std::uint32_t, Found>> read_block(std::size_t block) const;
  /// Extra number and list of a key.
  std::pair<std::uint32_t, std::string_view> place(std::uint32_t key) const;
  static std::vector<std::uint32_t> members_of(std::string_view list);

  ArrayView<std::uint32_t> first_keys_, blocks_;
  std::string_view lists_;
};

}  // namespace grove::graph
