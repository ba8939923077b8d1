#include "index/lexical/term_dictionary.h"

#include <algorithm>
#include <cstring>

#include "base/check.h"

namespace grove::index {
namespace {

std::size_t shared_prefix(std::string_view a, std::string_view b) {
  return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

}  // namespace

std::string_view TermDictionaryWriter::add(std::string_view term, std::span<const Posting> postings, std::string_view symbols) {
  GROVE_CHECK(term.size() <= kMaxKeyBytes && (count_ == 0 || previous_ < term));
  encoded_ = ByteWriter();
  if (postings.size() > kInlinePostings) encode_postings(postings, encoded_);
  if (count_ % kTermsPerBlock == 0) {
    index_.fixed(static_cast<std::uint32_t>(blocks_.size()));
    blocks_.string(term);
    blocks_.varint(postings_bytes_);
    blocks_.varint(symbols_.size());
  } else {
    const std::size_t shared = shared_prefix(previous_, term);
    blocks_.varint(shared);
    blocks_.string(term.substr(shared));
  }
  blocks_.varint(std::uint64_t{postings.size()} << 1U | (symbols.empty() ? 0U : 1U));
  add_postings(postings);
  if (!symbols.empty()) blocks_.varint(symbols.size());
  symbols_.raw(symbols);
  postings_bytes_ += encoded_.size();
  previous_.assign(term);
  ++count_;
  return encoded_.bytes();
}

void TermDictionaryWriter::add_postings(std::span<const Posting> postings) {
  if (postings.size() > kInlinePostings) {
    blocks_.varint(encoded_.size());
    blocks_.fixed(std::ranges::max(postings, {}, &Posting::impact).impact);
    return;
  }
  std::uint32_t previous = 0;
  for (const Posting& posting : postings) {
    blocks_.varint(posting.unit - previous);
    blocks_.fixed(posting.impact);
    previous = posting.unit;
  }
}

std::string_view TermDictionary::block(std::size_t block) const {
  std::uint32_t begin;
  std::memcpy(&begin, bytes_.index.data() + block * sizeof(begin), sizeof(begin));
  return begin < bytes_.blocks.size() ? bytes_.blocks.substr(begin) : std::string_view{};
}

std::string_view TermDictionary::first_term(std::size_t at) const { return ByteReader(block(at)).string(); }

std::optional<TermEntry> TermDictionary::find(std::string_view term) const {
  Cursor cursor(*this);
  if (!cursor.seek(term) || cursor.term() != term) return std::nullopt;
  return cursor.entry();
}

bool TermDictionary::Cursor::seek(std::string_view term) { return seek_between(0, dictionary_->block_count(), term); }

bool TermDictionary::Cursor::skip_to(std::string_view term) {
  const std::size_t end = dictionary_->block_count();
  std::size_t low = block_ + 1, step = 1;
  if (low >= end || dictionary_->first_term(low) > term) {  // in this block
    while (this->term() < term)
      if (!next()) return false;
    return true;
  }
  while (low + step < end && dictionary_->first_term(low + step) <= term) {
    low += step;
    step *= 2;
  }
  return seek_between(low, std::min(end, low + step), term);
}

/// The first block that starts behind the term is one of `low` to `high`.
bool TermDictionary::Cursor::seek_between(std::size_t low, std::size_t high, std::string_view term) {
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (dictionary_->first_term(middle) <= term)
      low = middle + 1;
    else
      high = middle;
  }
  if (!enter(low == 0 ? 0 : low - 1)) return false;
  while (this->term() < term)
    if (!next()) return false;
  shared_ = 0;
  return true;
}

bool TermDictionary::Cursor::enter(std::size_t block) {
  if (block >= dictionary_->block_count()) return false;
  block_ = block;
  left_ = kTermsPerBlock;
  reader_ = ByteReader(dictionary_->block(block));
  shared_ = 0;
  const std::string_view first = reader_.string();
  if (first.size() > kMaxKeyBytes) return false;
  shared_ = shared_prefix(term(), first);
  std::ranges::copy(first, term_.begin());
  size_ = first.size();
  postings_at_ = reader_.varint();
  symbols_at_ = reader_.varint();
  return read();
}

bool TermDictionary::Cursor::next() {
  if (left_ == 0 || reader_.empty()) return enter(block_ + 1);
  shared_ = reader_.varint();
  const std::string_view rest = reader_.string();
  if (!reader_.ok() || shared_ > size_ || shared_ + rest.size() > kMaxKeyBytes) return false;
  std::ranges::copy(rest, term_.begin() + static_cast<std::ptrdiff_t>(shared_));
  size_ = shared_ + rest.size();
  return read();
}

bool TermDictionary::Cursor::read() {
  --left_;
  entry_ = TermEntry{};
  const std::uint64_t head = reader_.varint();
  if (head >> 1U > 0xFFFFFFFEU || !read_postings(static_cast<std::uint32_t>(head >> 1U))) return false;
  if ((head & 1U) != 0) {
    const std::uint64_t size = reader_.varint();
    const std::string_view all = dictionary_->bytes_.symbols;
    if (symbols_at_ > all.size() || size > all.size() - symbols_at_) return false;
    entry_.symbols = all.substr(symbols_at_, size);
    symbols_at_ += size;
  }
  return reader_.ok();
}

bool TermDictionary::Cursor::read_postings(std::uint32_t df) {
  entry_.df = df;
  if (df > kInlinePostings) {
    const std::uint64_t size = reader_.varint();
    entry_.max_impact = reader_.fixed<std::uint8_t>();
    const std::string_view all = dictionary_->bytes_.postings;
    if (postings_at_ > all.size() || size > all.size() - postings_at_) return false;
    entry_.postings = all.substr(postings_at_, size);
    postings_at_ += size;
    return true;
  }
  std::uint32_t unit = 0;
  for (std::uint32_t i = 0; i < df; ++i) {
    unit += static_cast<std::uint32_t>(reader_.varint());
    entry_.inlined[i] = {unit, reader_.fixed<std::uint8_t>()};
    entry_.max_impact = std::max(entry_.max_impact, entry_.inlined[i].impact);
  }
  return true;
}

}  // namespace grove::index
