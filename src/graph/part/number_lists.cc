#include "graph/part/number_lists.h"

#include "base/bytes.h"

namespace grove::graph {

EncodedLists encode_lists(const std::vector<KeyedNumber>& pairs, const std::vector<KeyedNumber>& extras) {
  ByteWriter keys, lists, blocks;
  auto extra = extras.begin();
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < pairs.size();) {
    const std::uint32_t key = pairs[i].key;
    ByteWriter members;
    std::uint32_t last = 0;
    for (; i < pairs.size() && pairs[i].key == key; ++i) {
      members.varint(pairs[i].member - last);
      last = pairs[i].member;
    }
    if (count++ % kKeysInBlock == 0) blocks.fixed(static_cast<std::uint32_t>(lists.size()));
    keys.fixed(key);
    while (extra != extras.end() && extra->key < key) ++extra;
    lists.varint(extra != extras.end() && extra->key == key ? extra->member : 0);
    lists.string(members.bytes());
  }
  return {std::move(keys).bytes(), std::move(lists).bytes(), std::move(blocks).bytes()};
}

std::size_t NumberLists::lower_bound(std::uint32_t key) const {
  std::size_t low = 0, high = keys_.size();
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (keys_[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

bool NumberLists::has(std::uint32_t key) const {
  const std::size_t at = lower_bound(key);
  return at < keys_.size() && keys_[at] == key;
}

NumberLists::Place NumberLists::place(std::uint32_t key) const {
  const std::size_t at = lower_bound(key);
  if (at >= keys_.size() || keys_[at] != key) return {};
  ByteReader in(block_of(lists_, blocks_, at / kKeysInBlock));
  Place place;
  for (std::size_t skip = 0; skip <= at % kKeysInBlock; ++skip) {
    place.extra = in.varint();
    place.list = in.string();
  }
  place.found = in.ok();
  return place;
}

std::uint32_t NumberLists::extra(std::uint32_t key) const { return static_cast<std::uint32_t>(place(key).extra); }

NumberLists::Found NumberLists::find(std::uint32_t key) const {
  const Place found = place(key);
  Found result{.extra = static_cast<std::uint32_t>(found.extra), .members = {}};
  ByteReader in(found.list);
  std::uint32_t member = 0;
  while (!in.empty()) {
    member += static_cast<std::uint32_t>(in.varint());
    if (!in.ok()) break;
    result.members.push_back(member);
  }
  return result;
}

}  // namespace grove::graph
