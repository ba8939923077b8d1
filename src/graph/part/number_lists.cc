#include "graph/part/number_lists.h"

#include "base/bytes.h"

namespace grove::graph {

EncodedLists encode_lists(const std::vector<KeyedNumber>& pairs, const std::vector<KeyedNumber>& extras) {
  ByteWriter first_keys, lists, blocks;
  auto extra = extras.begin();
  std::uint32_t count = 0;
  std::uint32_t last_key = 0;
  for (std::size_t i = 0; i < pairs.size();) {
    const std::uint32_t key = pairs[i].key;
    ByteWriter members;
    std::uint32_t last = 0;
    for (; i < pairs.size() && pairs[i].key == key; ++i) {
      members.varint(pairs[i].member - last);
      last = pairs[i].member;
    }
    if (count++ % kKeysInBlock == 0) {
      first_keys.fixed(key);
      blocks.fixed(static_cast<std::uint32_t>(lists.size()));
      last_key = key;
    }
    lists.varint(key - last_key);
    last_key = key;
    while (extra != extras.end() && extra->key < key) ++extra;
    lists.varint(extra != extras.end() && extra->key == key ? extra->member : 0);
    lists.string(members.bytes());
  }
  return {std::move(first_keys).bytes(), std::move(lists).bytes(), std::move(blocks).bytes()};
}

std::pair<std::uint32_t, std::string_view> NumberLists::place(std::uint32_t key) const {
  std::size_t low = 0, high = first_keys_.size();  // the first block that begins behind the key
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (first_keys_[middle] <= key)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0) return {};
  ByteReader in(block_of(lists_, blocks_, low - 1));
  std::uint32_t at = first_keys_[low - 1];
  while (!in.empty()) {
    at += static_cast<std::uint32_t>(in.varint());
    const auto extra = static_cast<std::uint32_t>(in.varint());
    const std::string_view list = in.string();
    if (at >= key || !in.ok()) return at == key ? std::pair(extra, list) : std::pair(0U, std::string_view());
  }
  return {};
}

std::vector<std::uint32_t> NumberLists::members_of(std::string_view list) {
  std::vector<std::uint32_t> members;
  ByteReader in(list);
  std::uint32_t member = 0;
  while (!in.empty()) {
    member += static_cast<std::uint32_t>(in.varint());
    if (!in.ok()) break;
    members.push_back(member);
  }
  return members;
}

std::vector<std::pair<std::uint32_t, NumberLists::Found>> NumberLists::read_block(std::size_t block) const {
  std::vector<std::pair<std::uint32_t, Found>> entries;
  ByteReader in(block_of(lists_, blocks_, block));
  std::uint32_t key = first_keys_[block];
  while (!in.empty()) {
    key += static_cast<std::uint32_t>(in.varint());
    const auto extra = static_cast<std::uint32_t>(in.varint());
    const std::string_view list = in.string();
    if (!in.ok()) break;
    entries.emplace_back(key, Found{.extra = extra, .members = members_of(list)});
  }
  return entries;
}

std::uint32_t NumberLists::extra(std::uint32_t key) const { return place(key).first; }

NumberLists::Found NumberLists::find(std::uint32_t key) const {
  const auto [extra, list] = place(key);
  return {.extra = extra, .members = members_of(list)};
}

}  // namespace grove::graph
