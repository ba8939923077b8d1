#include "model/facts.h"

#include <functional>

namespace grove {
namespace {

std::size_t hash_of(std::string_view text) { return std::hash<std::string_view>{}(text); }

}  // namespace

StringPool::StringPool() : begins_{0}, slots_(64, 0) { slots_[hash_of({}) & 63U] = 1; }

std::string_view StringPool::at(StringId id) const {
  if (id >= begins_.size()) return {};
  const std::uint32_t end = id + 1 < begins_.size() ? begins_[id + 1] : static_cast<std::uint32_t>(heap_.size());
  return std::string_view(heap_).substr(begins_[id], end - begins_[id]);
}

StringId StringPool::intern(std::string_view text) {
  std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash_of(text) & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask)
    if (at(slots_[slot] - 1) == text) return slots_[slot] - 1;
  const auto id = static_cast<StringId>(begins_.size());
  begins_.push_back(static_cast<std::uint32_t>(heap_.size()));
  heap_.append(text);
  slots_[slot] = id + 1;
  if (begins_.size() * 2 > slots_.size()) {
    std::vector<std::uint32_t> wider(slots_.size() * 2, 0);
    mask = wider.size() - 1;
    for (StringId known = 0; known < begins_.size(); ++known) {
      slot = hash_of(at(known)) & mask;
      while (wider[slot] != 0) slot = (slot + 1) & mask;
      wider[slot] = known + 1;
    }
    slots_ = std::move(wider);
  }
  return id;
}

}  // namespace grove
