#include "index/segment/term_accumulator.h"

#include <algorithm>
#include <cstring>

#include "index/segment/short_hash.h"

namespace grove::index {
namespace {

/// Sizes of the chunks of a chain, the last four bytes of each being the position of the next.
constexpr std::array<std::uint8_t, 5> kChunkBytes = {12, 20, 40, 96, 220};
constexpr std::size_t kLinkBytes = 4;
constexpr std::size_t kMostCachedWords = std::size_t{1} << 16U;

std::uint8_t next_level(std::uint8_t level) { return static_cast<std::uint8_t>(std::min<std::size_t>(level + 1U, kChunkBytes.size() - 1)); }

}  // namespace

TermId TermAccumulator::intern(std::string_view text) {
  const std::uint64_t hash = short_hash(text.data(), text.size()) & 0xFFFFFFFF00000000ULL;
  const std::size_t mask = table_.size() - 1;
  std::size_t at = (hash >> 32U) & mask;
  for (; table_[at] != 0; at = (at + 1) & mask) {
    if ((table_[at] & 0xFFFFFFFF00000000ULL) != hash) continue;
    const TermId id = static_cast<TermId>(table_[at]) - 1;
    if (this->text(id) == text) return id;
  }
  const auto id = static_cast<TermId>(terms_.size());
  table_[at] = hash | (id + 1);
  terms_.push_back({arena_.store(text), static_cast<std::uint8_t>(text.size()), 0, 0, 0, 0, 0, 0, 0, 0, 0});
  if (terms_.size() * 8 > table_.size() * 5) widen();
  return id;
}

void TermAccumulator::widen() {
  std::vector<std::uint64_t> wider(table_.size() * 2);
  const std::size_t mask = wider.size() - 1;
  for (const std::uint64_t entry : table_) {
    if (entry == 0) continue;
    std::size_t at = (entry >> 32U) & mask;
    while (wider[at] != 0) at = (at + 1) & mask;
    wider[at] = entry;
  }
  table_ = std::move(wider);
}

std::span<const TermId> TermAccumulator::terms_of(const Word& word) {
  if (word.text.size() > kCachedBytes) return expand(word, nullptr);
  CachedWord* cached = &cache_[short_hash(word.text.data(), word.text.size()) & (cache_.size() - 1)];
  const bool same = cached->size == word.text.size() && std::memcmp(cached->text.data(), word.text.data(), cached->size) == 0;
  if (same && cached->size > 0) return std::span(cached->ids).first(cached->terms);
  return expand(word, cached);
}

std::span<const TermId> TermAccumulator::expand(const Word& word, CachedWord* cached) {
  expanded_.clear();
  for (const std::string_view term : expander_.expand(word)) expanded_.push_back(intern(term));
  if (cached == nullptr || expanded_.size() > cached->ids.size()) return expanded_;
  cached->size = static_cast<std::uint8_t>(word.text.size());
  cached->terms = static_cast<std::uint8_t>(expanded_.size());
  std::ranges::copy(word.text, cached->text.begin());
  std::ranges::copy(expanded_, cached->ids.begin());
  // A small index needs a small cache only: it grows, and forgets, with the terms.
  if (cache_.size() < terms_.size() && cache_.size() < kMostCachedWords) cache_ = std::vector<CachedWord>(cache_.size() * 4);
  return expanded_;
}

void TermAccumulator::count(TermId id, Field field) {
  Term& term = terms_[id];
  if (term.slot >= touched_.size() || touched_[term.slot].term != id) {
    term.slot = static_cast<std::uint32_t>(touched_.size());
    touched_.push_back({id, {}});
  }
  std::uint16_t& counter = touched_[term.slot].counts[static_cast<std::size_t>(field)];
  if (counter < 0xFFFF) ++counter;
  ++lengths_[static_cast<std::size_t>(field)];
}

void TermAccumulator::finish_unit(std::uint32_t unit) {
  const auto factors = unit_factors(scoring_, lengths_);
  for (const Touched& touched : touched_) {
    add_posting(terms_[touched.term], unit, quantise_impact(exact_impact(scoring_, factors, touched.counts)));
  }
  touched_.clear();
  lengths_ = {};
}

void TermAccumulator::add_posting(Term& term, std::uint32_t unit, std::uint8_t impact) {
  if (term.df++ == 0) {
    term.first_unit = unit;
    term.first_impact = impact;
  } else {
    std::uint32_t gap = unit - term.last_unit;
    for (; gap >= 0x80; gap >>= 7U) append(term, static_cast<std::uint8_t>(gap | 0x80U));
    append(term, static_cast<std::uint8_t>(gap));
    append(term, impact);
  }
  term.last_unit = unit;
}

void TermAccumulator::append(Term& term, std::uint8_t byte) {
  if (term.left == 0) {
    const bool first = term.head == 0 && term.at == 0;
    const std::uint8_t level = first ? 0 : next_level(term.level);
    const std::uint32_t chunk = arena_.allocate(kChunkBytes[level]);
    if (first)
      term.head = chunk;
    else
      std::memcpy(arena_.data(term.at), &chunk, kLinkBytes);
    term.level = level;
    term.at = chunk;
    term.left = static_cast<std::uint8_t>(kChunkBytes[level] - kLinkBytes);
  }
  *arena_.data(term.at++) = static_cast<char>(byte);
  --term.left;
}

void TermAccumulator::read_postings(TermId id, std::vector<Posting>& out) const {
  const Term& term = terms_[id];
  if (term.df == 0) return;
  out.push_back({term.first_unit, term.first_impact});
  std::uint32_t at = term.head;
  std::uint8_t level = 0;
  std::size_t left = kChunkBytes[0] - kLinkBytes;
  const auto next_byte = [&] {
    if (left == 0) {
      std::memcpy(&at, arena_.data(at), kLinkBytes);
      level = next_level(level);
      left = kChunkBytes[level] - kLinkBytes;
    }
    --left;
    return static_cast<std::uint8_t>(*arena_.data(at++));
  };
  std::uint32_t unit = term.first_unit;
  for (std::uint32_t i = 1; i < term.df; ++i) {
    std::uint32_t gap = 0;
    std::uint8_t byte;
    unsigned shift = 0;
    do {
      byte = next_byte();
      gap |= static_cast<std::uint32_t>(byte & 0x7FU) << shift;
      shift += 7;
    } while (byte >= 0x80);
    unit += gap;
    out.push_back({unit, next_byte()});
  }
}

std::size_t TermAccumulator::memory_bytes() const {
  return arena_.memory_bytes() + terms_.capacity() * sizeof(Term) + table_.size() * sizeof(table_[0]) + cache_.size() * sizeof(cache_[0]);
}

}  // namespace grove::index
