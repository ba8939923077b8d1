#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/part/array_view.h"

namespace grove::graph {

/// Ascending keys, each with a number and a list of ascending numbers: who uses a symbol, which files asked for a name.
/// Keys stand as u32; the lists of kKeysInBlock of them together, and where each of these blocks begins as u32.
inline constexpr std::uint32_t kKeysInBlock = 16;

struct EncodedLists {
  std::string keys, lists, blocks;
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
  NumberLists(std::string_view keys, std::string_view lists, std::string_view blocks) : keys_(keys), blocks_(blocks), lists_(lists) {}

  std::size_t size() const { return keys_.size(); }
  bool has(std::uint32_t key) const;
  /// Nothing where there is no such key.
  Found find(std::uint32_t key) const;
  /// Calls `visit(key, members)` for every key.
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::size_t i = 0; i < keys_.size(); ++i) visit(keys_[i], find(keys_[i]).members);
  }
  /// Only the number of the key; 0 where there is no such key.
  std::uint32_t extra(std::uint32_t key) const;

 private:
  struct Place {
    bool found = false;
    std::uint64_t extra = 0;
    std::string_view list;
  };
  Place place(std::uint32_t key) const;
  std::size_t lower_bound(std::uint32_t key) const;

  ArrayView<std::uint32_t> keys_, blocks_;
  std::string_view lists_;
};

}  // namespace grove::graph
