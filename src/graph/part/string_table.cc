#include "graph/part/string_table.h"

#include <algorithm>

#include "base/bytes.h"

namespace grove::graph {
namespace {

/// No block that an encoder made unpacks to more; keeps a forged one from taking all memory.
constexpr std::size_t kMostBlockBytes = std::size_t{1} << 26U;

std::size_t shared_prefix(std::string_view a, std::string_view b) {
  const std::size_t limit = std::min(a.size(), b.size());
  return static_cast<std::size_t>(std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(limit), b.begin()).first - a.begin());
}

std::uint32_t blocks_for(std::uint32_t count) { return count / kStringsInBlock + (count % kStringsInBlock == 0 ? 0 : 1); }

}  // namespace

EncodedStrings encode_strings(const std::vector<std::string_view>& sorted) {
  ByteWriter bytes;
  ByteWriter blocks;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const bool first = i % kStringsInBlock == 0;
    if (first) blocks.fixed(static_cast<std::uint32_t>(bytes.size()));
    const std::size_t shared = first ? 0 : shared_prefix(sorted[i - 1], sorted[i]);
    if (!first) bytes.varint(shared);
    bytes.string(sorted[i].substr(shared));
  }
  return {std::move(bytes).bytes(), std::move(blocks).bytes()};
}

StringTable::StringTable(std::string_view bytes, std::string_view blocks, std::uint32_t count)
    : bytes_(bytes),
      blocks_(blocks),
      count_(static_cast<std::uint32_t>(std::min<std::uint64_t>(count, std::uint64_t{blocks_.size()} * kStringsInBlock))) {
  unpacked_ = std::make_unique<std::atomic<const Block*>[]>(blocks_for(count_));
}

StringTable::~StringTable() {
  if (unpacked_ == nullptr) return;
  for (std::uint32_t i = 0; i < blocks_for(count_); ++i) const std::unique_ptr<const Block> owned(unpacked_[i].load());
}

std::string_view StringTable::at(std::uint32_t number) const {
  if (number == 0 || number >= count_) return {};
  const Block* block = unpacked(number / kStringsInBlock);
  const std::uint32_t slot = number % kStringsInBlock;
  const std::uint32_t begin = slot == 0 ? 0 : block->ends[slot - 1];
  return std::string_view(block->text).substr(begin, block->ends[slot] - begin);
}

const StringTable::Block* StringTable::unpacked(std::uint32_t block) const {
  std::atomic<const Block*>& slot = unpacked_[block];
  if (const Block* known = slot.load(std::memory_order_acquire)) return known;
  std::unique_ptr<const Block> made = unpack(block);
  const Block* expected = nullptr;
  if (slot.compare_exchange_strong(expected, made.get(), std::memory_order_acq_rel)) return made.release();
  return expected;  // another thread was faster
}

std::unique_ptr<StringTable::Block> StringTable::unpack(std::uint32_t number) const {
  auto block = std::make_unique<Block>();
  ByteReader in(block_of(bytes_, blocks_, number));
  const std::uint32_t count = std::min(kStringsInBlock, count_ - number * kStringsInBlock);
  std::size_t last_begin = 0;
  for (std::uint32_t i = 0; i < kStringsInBlock; ++i) {
    const std::size_t begin = block->text.size();
    if (i < count && begin < kMostBlockBytes) {
      const std::size_t shared = i == 0 ? 0 : std::min<std::uint64_t>(in.varint(), begin - last_begin);
      block->text.append(block->text, last_begin, shared);
      block->text.append(in.string());
    }
    last_begin = begin;
    block->ends[i] = static_cast<std::uint32_t>(block->text.size());
  }
  block->text.shrink_to_fit();
  return block;
}

}  // namespace grove::graph
