#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "index/lexical/posting_list.h"

namespace grove::index {

/// Terms that share a block of the dictionary.
inline constexpr std::size_t kTermsPerBlock = 16;
/// Longer keys are no terms and no names.
inline constexpr std::size_t kMaxKeyBytes = 255;

/// Writes terms with their postings and symbols, in ascending byte order (docs/formats/segment.md, "Terms").
class TermDictionaryWriter {
 public:
  /// REQUIRES: `term` greater than the one before; `postings` ascending; at least one of the two payloads. Returns the bytes that belong
  /// at the end of the postings section; valid until the next call.
  std::string_view add(std::string_view term, std::span<const Posting> postings, std::string_view symbols);

  std::uint32_t size() const { return count_; }
  const std::string& blocks() const { return blocks_.bytes(); }
  const std::string& index() const { return index_.bytes(); }
  const std::string& symbols() const { return symbols_.bytes(); }

 private:
  void add_postings(std::span<const Posting> postings);

  ByteWriter blocks_;
  ByteWriter index_;  // u32 offset of each block
  ByteWriter symbols_;
  ByteWriter encoded_;
  std::uint64_t postings_bytes_ = 0;
  std::uint32_t count_ = 0;
  std::string previous_;
};

/// The bytes of a written dictionary, read in place.
struct DictionaryBytes {
  std::string_view blocks;
  std::string_view index;
  std::string_view symbols;
  std::string_view postings;
};

/// Finds terms. Immutable, thread-safe. Damaged bytes give no or fewer terms.
class TermDictionary {
 public:
  TermDictionary() = default;
  explicit TermDictionary(const DictionaryBytes& bytes) : bytes_(bytes) {}

  std::optional<TermEntry> find(std::string_view term) const;

  /// Walks terms in order. Borrows the dictionary's bytes.
  class Cursor {
   public:
    explicit Cursor(const TermDictionary& dictionary) : dictionary_(&dictionary) {}
    /// Moves to the first term that is not less; false where there is none.
    bool seek(std::string_view term);
    bool next();
    /// Moves to the first term that is not less than one behind the term it stands on; false where there is none. Cheaper than `seek` the
    /// nearer it is.
    bool skip_to(std::string_view term);
    std::string_view term() const { return {term_.data(), size_}; }
    const TermEntry& entry() const { return entry_; }
    /// Bytes that this term shares with the one the cursor stood on before; 0 after a jump.
    std::size_t shared() const { return shared_; }

   private:
    bool enter(std::size_t block);
    bool seek_between(std::size_t low, std::size_t high, std::string_view term);
    bool read();
    bool read_postings(std::uint32_t df);

    const TermDictionary* dictionary_;
    std::size_t block_ = 0;
    std::size_t left_ = 0;  // terms of this block not read yet
    ByteReader reader_{{}};
    std::array<char, kMaxKeyBytes> term_;
    std::size_t size_ = 0;
    std::size_t shared_ = 0;
    TermEntry entry_;
    std::uint64_t postings_at_ = 0;
    std::uint64_t symbols_at_ = 0;
  };

 private:
  std::size_t block_count() const { return bytes_.index.size() / sizeof(std::uint32_t); }
  std::string_view block(std::size_t block) const;
  std::string_view first_term(std::size_t block) const;

  DictionaryBytes bytes_;
};

}  // namespace grove::index
