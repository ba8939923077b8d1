#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "index/lexical/posting_list.h"
#include "index/lexical/tokenizer.h"
#include "index/scoring.h"
#include "index/segment/byte_arena.h"

namespace grove::index {

using TermId = std::uint32_t;

/// The terms of a segment being built, and the postings of each in order of arrival. Not thread-safe.
class TermAccumulator {
 public:
  explicit TermAccumulator(const Scoring& scoring) : scoring_(scoring) {}

  /// The id of a term, given to it where it is new. REQUIRES: at most kMaxKeyBytes.
  TermId intern(std::string_view term);
  /// The ids of a word's terms; valid until the next call. Remembers what it made of frequent words.
  std::span<const TermId> terms_of(const Word& word);

  /// Counts one occurrence in the unit at hand.
  void count(TermId term, Field field);
  /// Ends the unit: each counted term gets a posting. REQUIRES: units ascend.
  void finish_unit(std::uint32_t unit);

  std::size_t size() const { return terms_.size(); }
  std::string_view text(TermId term) const { return {arena_.data(terms_[term].text_at), terms_[term].text_size}; }
  /// Appends the term's postings, ascending.
  void read_postings(TermId term, std::vector<Posting>& out) const;
  std::size_t memory_bytes() const;

 private:
  struct Term {
    std::uint32_t text_at;
    std::uint8_t text_size;
    std::uint8_t first_impact;
    std::uint8_t level;  // of the chunk being filled
    std::uint8_t left;   // bytes of it that are free
    std::uint32_t slot;  // in touched_, where this unit has it
    std::uint32_t df;
    std::uint32_t first_unit;
    std::uint32_t last_unit;
    std::uint32_t head;  // of the chain of chunks that holds the second and later postings
    std::uint32_t at;
  };
  struct Touched {
    TermId term;
    FieldCounts counts;
  };
  static constexpr std::size_t kCachedBytes = 30;
  /// What a frequent word became; one cache line.
  struct alignas(64) CachedWord {
    std::uint8_t size = 0;
    std::uint8_t terms = 0;
    std::array<char, kCachedBytes> text;
    std::array<TermId, 8> ids;
  };

  void append(Term& term, std::uint8_t byte);
  void add_posting(Term& term, std::uint32_t unit, std::uint8_t impact);
  void widen();
  std::span<const TermId> expand(const Word& word, CachedWord* cached);

  Scoring scoring_;
  ByteArena arena_;
  std::vector<Term> terms_;
  std::vector<std::uint64_t> table_ = std::vector<std::uint64_t>(1U << 12U);  // hash << 32 | id + 1
  std::vector<Touched> touched_;
  std::array<std::uint32_t, kFieldCount> lengths_{};
  WordTerms expander_;
  std::vector<CachedWord> cache_ = std::vector<CachedWord>(1U << 10U);
  std::vector<TermId> expanded_;
};

}  // namespace grove::index
