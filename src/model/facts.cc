#include "model/facts.h"

#include <cstring>

#include "base/hash.h"

namespace grove {
namespace {

constexpr std::size_t kFirstSlots = 256;
constexpr std::uint64_t kTag = 0xFFFFFFFF00000000U;

}  // namespace

StringId StringPool::append_unique(std::string_view text) {
  if (text.empty()) return 0;
  const auto id = static_cast<StringId>(begins_.size());
  begins_.push_back(static_cast<std::uint32_t>(heap_.size()));
  heap_.append(text);
  slots_.clear();
  return id;
}

StringId StringPool::intern(std::string_view text) {
  if (text.empty()) return 0;
  if (begins_.size() * 2 >= slots_.size()) rebuild(begins_.size() < kFirstSlots / 2 ? kFirstSlots : begins_.size() * 4);
  const std::uint64_t hash = hash64(text);
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    const auto id = static_cast<StringId>(slots_[slot] & ~kTag) - 1;
    if (((slots_[slot] ^ hash) & kTag) == 0 && at(id) == text) return id;
  }
  const auto id = static_cast<StringId>(begins_.size());
  begins_.push_back(static_cast<std::uint32_t>(heap_.size()));
  heap_.append(text);
  slots_[slot] = (hash & kTag) | (id + 1U);
  return id;
}

void StringPool::rebuild(std::size_t slots) {
  std::size_t size = kFirstSlots;
  while (size < slots) size *= 2;
  slots_.assign(size, 0);
  for (StringId id = 1; id < begins_.size(); ++id) {
    const std::uint64_t hash = hash64(at(id));
    std::size_t slot = hash & (size - 1);
    while (slots_[slot] != 0) slot = (slot + 1) & (size - 1);
    slots_[slot] = (hash & kTag) | (id + 1U);
  }
}

std::vector<ByteRange> unit_text_ranges(const Facts& facts, Index unit) {
  std::vector<ByteRange> pieces;
  const ByteRange whole = facts.units[unit].range;
  std::uint32_t begin = whole.begin;
  for (std::size_t i = unit + 1U; i < facts.units.size() && facts.units[i].range.begin < whole.end; ++i) {
    const ByteRange inner = facts.units[i].range;
    if (inner.begin > begin) pieces.push_back({begin, inner.begin});
    begin = inner.end > begin ? inner.end : begin;
  }
  if (begin < whole.end) pieces.push_back({begin, whole.end});
  return pieces;
}

}  // namespace grove
