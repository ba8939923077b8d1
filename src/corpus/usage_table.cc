#include "corpus/usage_table.h"

#include <bit>

namespace grove::corpus {
namespace {

std::uint64_t hash_of(const Reference& usage) {
  const std::uint64_t strings = (std::uint64_t{usage.name} << 32U) | usage.receiver;
  const std::uint64_t rest =
      (static_cast<std::uint64_t>(usage.role) << 16U) | (static_cast<std::uint64_t>(usage.flags) << 8U) | std::uint64_t{usage.arity};
  const std::uint64_t mixed = (strings ^ (rest << 40U)) * 0x9E3779B97F4A7C15U;
  return mixed ^ (mixed >> 29U);
}

bool same_usage(const Reference& left, const Reference& right) {
  return left.name == right.name && left.receiver == right.receiver && left.role == right.role && left.flags == right.flags &&
         left.arity == right.arity;
}

}  // namespace

UsageTable::UsageTable(const std::vector<Reference>& references) {
  of_reference_.reserve(references.size());
  // Open addressing, never more than half full; usage + 1, or 0 where free.
  std::vector<std::uint32_t> slots(std::bit_ceil(references.size() * 2 + 2), 0);
  const std::size_t mask = slots.size() - 1;
  for (const Reference& reference : references) {
    std::size_t slot = hash_of(reference) & mask;
    while (slots[slot] != 0 && !same_usage(usages_[slots[slot] - 1], reference)) slot = (slot + 1) & mask;
    if (slots[slot] == 0) {
      usages_.push_back(reference);
      slots[slot] = static_cast<std::uint32_t>(usages_.size());
    }
    of_reference_.push_back(slots[slot] - 1);
  }
}

}  // namespace grove::corpus
