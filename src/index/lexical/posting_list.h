#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "index/lexical/bit_packing.h"

namespace grove::index {

/// One unit that a term occurs in, with its quantised impact (1 to 255).
struct Posting {
  std::uint32_t unit = 0;
  std::uint8_t impact = 0;
  friend bool operator==(Posting, Posting) = default;
};

/// Lists up to this long stand in the dictionary itself.
inline constexpr std::size_t kInlinePostings = 4;

/// What the dictionary says of one term, read in place.
struct TermEntry {
  std::uint32_t df = 0;         ///< Units that the term occurs in; 0 for a name that is no term.
  std::uint8_t max_impact = 0;  ///< Over all its units.
  std::string_view postings;    ///< Encoded list where df > kInlinePostings.
  std::array<Posting, kInlinePostings> inlined{};
  std::string_view symbols;  ///< Encoded symbols of that name (lexical/symbol_list.h).
};

/// Appends a list in blocks of 128 (docs/formats/segment.md, "Postings"). REQUIRES: more than kInlinePostings, ascending units.
void encode_postings(std::span<const Posting> postings, ByteWriter& out);

/// Appends all postings of a term. Damaged lists end early.
void decode_postings(const TermEntry& entry, std::vector<Posting>& out);

/// Walks one list in ascending order of units, block by block; blocks that are skipped are not decoded. Whatever the bytes, nothing
/// outside them is read; damaged lists end early. Not thread-safe.
class PostingCursor {
 public:
  /// What a cursor has done, for `--explain` and benchmarks.
  struct Work {
    std::uint64_t decoded_blocks = 0;
    std::uint64_t skipped_blocks = 0;
  };

  explicit PostingCursor(const TermEntry& entry);

  std::uint8_t list_max() const { return list_max_; }
  std::uint32_t df() const { return df_; }
  const Work& work() const { return work_; }

  /// The first unit at or behind `unit`, or kEnd. Never goes back: REQUIRES ascending calls (of all methods that take a unit).
  std::uint32_t seek(std::uint32_t unit);
  /// A lower bound of `seek(unit)` that decodes nothing.
  std::uint32_t seek_bound(std::uint32_t unit);
  /// The greatest impact of any block that may hold units in [first, end); 0 where there is none. Decodes nothing.
  std::uint32_t max_within(std::uint32_t first, std::uint32_t end);
  /// The impact in exactly this unit, or 0.
  std::uint32_t impact_at(std::uint32_t unit);
  /// Adds weight × impact to `sums[unit - first]` for every posting in [first, end).
  void accumulate(std::uint32_t first, std::uint32_t end, std::uint32_t weight, std::uint32_t* sums);
  /// Appends the rest of the list.
  void read_all(std::vector<Posting>& out);

  static constexpr std::uint32_t kEnd = 0xFFFFFFFF;

 private:
  struct Skip {
    std::uint32_t last_unit;
    std::uint8_t gap_bits;
    std::uint8_t impact_bits;
    std::uint8_t impact_base;
    std::uint8_t max_impact;
  };
  Skip skip_at(std::uint32_t block) const;
  std::size_t block_count_at(std::uint32_t block) const { return block + 1 < blocks_ ? kBlockSize : last_count_; }
  std::size_t block_bytes(const Skip& skip, std::size_t count) const;
  void enter(std::uint32_t block);
  bool find_block(std::uint32_t unit);
  bool decode();

  std::uint32_t df_ = 0;
  std::uint8_t list_max_ = 0;
  std::string_view skips_;
  std::string_view payload_;
  std::uint32_t blocks_ = 0;
  std::size_t last_count_ = 0;

  std::uint32_t block_ = 0;
  Skip skip_{};
  std::size_t offset_ = 0;         // of the current block in the payload
  std::uint32_t previous_ = kEnd;  // last unit of the block before
  bool decoded_ = false;
  bool ascending_ = false;  // certainly, even if the bytes are damaged
  std::size_t count_ = 0;   // postings decoded
  std::size_t at_ = 0;
  Work work_;
  std::array<std::uint32_t, kBlockSize> units_;
  std::array<std::uint32_t, kBlockSize> impacts_;
};

}  // namespace grove::index
