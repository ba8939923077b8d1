#include "index/lexical/posting_list.h"

#include <algorithm>
#include <cstring>

namespace grove::index {
namespace {

constexpr std::size_t kSkipBytes = 8;
constexpr std::size_t kShortHeaderBytes = 3;

struct Block {
  std::array<std::uint32_t, kBlockSize> gaps{};
  std::array<std::uint32_t, kBlockSize> impacts{};
  std::size_t count = 0;
  std::uint8_t gap_bits = 0, impact_bits = 0, impact_base = 0, max_impact = 0;
};

Block make_block(std::span<const Posting> postings, std::uint32_t previous) {
  Block block;
  block.count = postings.size();
  const auto [low, high] = std::ranges::minmax(postings, {}, &Posting::impact);
  block.impact_base = low.impact;
  block.max_impact = high.impact;
  for (std::size_t i = 0; i < block.count; ++i) {
    block.gaps[i] = postings[i].unit - previous - 1;
    previous = postings[i].unit;
    block.impacts[i] = static_cast<std::uint32_t>(postings[i].impact - block.impact_base);
  }
  block.gap_bits = static_cast<std::uint8_t>(bits_of(block.gaps.data(), block.count));
  block.impact_bits = static_cast<std::uint8_t>(bits_of(block.impacts.data(), block.count));
  return block;
}

void append_values(const std::uint32_t* values, std::size_t count, unsigned bits, ByteWriter& out) {
  std::array<char, kBlockSize * 4> packed;
  if (count == kBlockSize) {
    pack_block(values, bits, packed.data());
    out.raw({packed.data(), packed_block_bytes(bits)});
  } else {
    pack_tail(values, count, bits, packed.data());
    out.raw({packed.data(), packed_tail_bytes(count, bits)});
  }
}

std::size_t packed_bytes(std::size_t count, unsigned bits) {
  return count == kBlockSize ? packed_block_bytes(bits) : packed_tail_bytes(count, bits);
}

void unpack(const char* in, std::size_t count, unsigned bits, std::uint32_t* values) {
  if (count == kBlockSize)
    unpack_block(in, bits, values);
  else
    unpack_tail(in, count, bits, values);
}

}  // namespace

void encode_postings(std::span<const Posting> postings, ByteWriter& out) {
  const std::size_t blocks = (postings.size() + kBlockSize - 1) / kBlockSize;
  ByteWriter payload;
  std::uint32_t previous = PostingCursor::kEnd;
  for (std::size_t begin = 0; begin < postings.size(); begin += kBlockSize) {
    const auto slice = postings.subspan(begin, std::min(kBlockSize, postings.size() - begin));
    const Block block = make_block(slice, previous);
    previous = slice.back().unit;
    if (blocks > 1) out.fixed(previous);
    out.fixed(block.gap_bits);
    out.fixed(block.impact_bits);
    out.fixed(block.impact_base);
    if (blocks > 1) out.fixed(block.max_impact);
    append_values(block.gaps.data(), block.count, block.gap_bits, payload);
    append_values(block.impacts.data(), block.count, block.impact_bits, payload);
  }
  out.raw(payload.bytes());
}

PostingCursor::PostingCursor(const TermEntry& entry) : df_(entry.df), list_max_(entry.max_impact) {
  if (df_ == 0) return;
  if (df_ <= kInlinePostings) {
    blocks_ = 1;
    last_count_ = count_ = df_;
    for (std::size_t i = 0; i < count_; ++i) {
      units_[i] = entry.inlined[i].unit;
      impacts_[i] = entry.inlined[i].impact;
    }
    skip_ = {units_[count_ - 1], 0, 0, 0, list_max_};
    decoded_ = true;
    return;
  }
  const std::size_t blocks = (std::size_t{df_} + kBlockSize - 1) / kBlockSize;
  const std::size_t header = blocks == 1 ? kShortHeaderBytes : blocks * kSkipBytes;
  if (entry.postings.size() < header) return;
  blocks_ = static_cast<std::uint32_t>(blocks);
  last_count_ = df_ - (blocks - 1) * kBlockSize;
  skips_ = entry.postings.substr(0, header);
  payload_ = entry.postings.substr(header);
  skip_ = skip_at(0);
}

PostingCursor::Skip PostingCursor::skip_at(std::uint32_t block) const {
  Skip skip{};
  if (blocks_ == 1) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(skips_[i]); };
    return {kEnd - 1, byte(0), byte(1), byte(2), list_max_};
  }
  static_assert(sizeof(Skip) == kSkipBytes);
  std::memcpy(&skip, skips_.data() + std::size_t{block} * kSkipBytes, kSkipBytes);
  return skip;
}

std::size_t PostingCursor::block_bytes(const Skip& skip, std::size_t count) const {
  return packed_bytes(count, skip.gap_bits) + packed_bytes(count, skip.impact_bits);
}

/// Moves on to the next block, or behind the last.
void PostingCursor::enter(std::uint32_t block) {
  offset_ += block_bytes(skip_, block_count_at(block_));
  previous_ = skip_.last_unit;
  if (!decoded_) ++work_.skipped_blocks;
  decoded_ = false;
  block_ = block;
  if (block_ < blocks_) skip_ = skip_at(block_);
}

bool PostingCursor::find_block(std::uint32_t unit) {
  while (block_ < blocks_ && skip_.last_unit < unit) enter(block_ + 1);
  return block_ < blocks_;
}

bool PostingCursor::decode() {
  if (decoded_) return true;
  const std::size_t count = block_count_at(block_);
  const bool sane = skip_.gap_bits <= 32 && skip_.impact_bits <= 8;
  if (!sane || offset_ > payload_.size() || block_bytes(skip_, count) > payload_.size() - offset_) {
    blocks_ = block_;  // damaged: the list ends here
    return false;
  }
  const char* in = payload_.data() + offset_;
  unpack(in, count, skip_.gap_bits, units_.data());
  unpack(in + packed_bytes(count, skip_.gap_bits), count, skip_.impact_bits, impacts_.data());
  if (count == kBlockSize) {
    sum_gaps(units_.data(), previous_);
  } else {
    std::uint32_t unit = previous_;
    for (std::size_t i = 0; i < count; ++i) units_[i] = unit += units_[i] + 1;
  }
  for (std::size_t i = 0; i < count; ++i) impacts_[i] += skip_.impact_base;
  count_ = count;
  at_ = 0;
  decoded_ = true;
  ascending_ = skip_.gap_bits <= 23 && (previous_ == kEnd || previous_ < (1U << 31U));  // then no sum of gaps can wrap around
  ++work_.decoded_blocks;
  return true;
}

std::uint32_t PostingCursor::seek(std::uint32_t unit) {
  while (find_block(unit) && decode()) {
    while (at_ < count_ && units_[at_] < unit) ++at_;
    if (at_ < count_) return units_[at_];
    enter(block_ + 1);
  }
  return kEnd;
}

std::uint32_t PostingCursor::seek_bound(std::uint32_t unit) {
  if (!find_block(unit)) return kEnd;
  if (decoded_) return seek(unit);
  return std::max(unit, previous_ + 1);
}

std::uint32_t PostingCursor::max_within(std::uint32_t first, std::uint32_t end) {
  if (!find_block(first)) return 0;
  std::uint32_t greatest = 0;
  std::uint32_t before = previous_;
  for (std::uint32_t block = block_; block < blocks_ && (before == kEnd || before + 1 < end); ++block) {
    const Skip skip = block == block_ ? skip_ : skip_at(block);
    greatest = std::max<std::uint32_t>(greatest, skip.max_impact);
    before = skip.last_unit;
  }
  return greatest;
}

std::uint32_t PostingCursor::impact_at(std::uint32_t unit) { return seek(unit) == unit ? impacts_[at_] : 0; }

void PostingCursor::accumulate(std::uint32_t first, std::uint32_t end, std::uint32_t weight, std::uint32_t* sums) {
  const std::uint32_t width = end - first;
  while (find_block(first) && decode()) {
    while (at_ < count_ && units_[at_] < first) ++at_;
    if (ascending_ && at_ < count_ && units_[count_ - 1] < end) {  // the rest of the block lies inside: no check for each posting
      for (std::size_t i = at_; i < count_; ++i) sums[units_[i] - first] += weight * impacts_[i];
      enter(block_ + 1);
      continue;
    }
    for (; at_ < count_; ++at_) {
      const std::uint32_t slot = units_[at_] - first;
      if (slot >= width) return;
      sums[slot] += weight * impacts_[at_];
    }
    enter(block_ + 1);
  }
}

void PostingCursor::read_all(std::vector<Posting>& out) {
  while (block_ < blocks_ && decode()) {
    for (; at_ < count_; ++at_) out.push_back({units_[at_], static_cast<std::uint8_t>(impacts_[at_])});
    enter(block_ + 1);
  }
}

void decode_postings(const TermEntry& entry, std::vector<Posting>& out) { PostingCursor(entry).read_all(out); }

}  // namespace grove::index
