#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "model/facts.h"

/// Two streams with the same verbs, so that one function states the columns of a section for writing and for reading alike.
namespace grove::corpus {

/// Small differences of either sign as small numbers: 0, −1, 1, −2, …
inline std::uint64_t zigzag(std::int64_t value) {
  return (static_cast<std::uint64_t>(value) << 1U) ^ static_cast<std::uint64_t>(value >> 63);
}
inline std::int64_t unzigzag(std::uint64_t stored) {
  return static_cast<std::int64_t>(stored >> 1U) ^ -static_cast<std::int64_t>(stored & 1U);
}
/// For numbers that damaged bytes can make as large as they like.
inline std::uint64_t wrapping_sum(std::int64_t left, std::int64_t right) {
  return static_cast<std::uint64_t>(left) + static_cast<std::uint64_t>(right);
}

/// Puts numbers one after another. String ids are renumbered on the way.
class FactsWriter {
 public:
  static constexpr bool kWrites = true;
  /// `new_ids` is borrowed: the id on disk of each string.
  explicit FactsWriter(const std::vector<StringId>& new_ids) : new_ids_(new_ids) {}

  template <class T>
  void number(const T& value) {
    out_.varint(static_cast<std::uint64_t>(value));
  }
  /// A number that is likely to be near a guess.
  void near(const std::uint32_t& value, std::int64_t guess) { out_.svarint(std::int64_t{value} - guess); }
  /// An index, or kNone, likely to be near a guess, which may be kNone too.
  void index_near(const Index& value, Index guess) { out_.svarint(shifted(value) - shifted(guess)); }
  /// An index likely to be the one after `last`, or kNone, which takes one byte: 0, else 1 plus the zigzag distance.
  void index_after(const Index& value, Index last) {
    out_.varint(value == kNone ? 0 : 1 + zigzag(std::int64_t{value} - std::int64_t{last + 1U}));
  }
  void string(const StringId& value) { out_.varint(new_ids_[value]); }
  /// `guess` is an id on disk.
  void string_near(const StringId& value, StringId guess) { near(new_ids_[value], guess); }
  /// The same for a string that may be the empty one, which takes one byte: 0, else 1 plus the zigzag distance.
  void filled_string_near(const StringId& value, StringId guess) {
    out_.varint(value == 0 ? 0 : 1 + zigzag(std::int64_t{new_ids_[value]} - std::int64_t{guess}));
  }
  template <class Rows>
  bool count(const Rows& rows) {
    out_.varint(rows.size());
    return true;
  }
  void raw(std::string_view bytes) { out_.raw(bytes); }

  StringId id_on_disk(StringId value) const { return new_ids_[value]; }
  const std::string& bytes() const { return out_.bytes(); }

 private:
  static std::int64_t shifted(Index index) { return index == kNone ? 0 : std::int64_t{index} + 1; }

  const std::vector<StringId>& new_ids_;
  ByteWriter out_;
};

/// Takes the numbers back. Where the bytes are no section it gives values that mean nothing; `ok` tells of an overrun, and `check_facts`
/// looks at all values.
class FactsReader {
 public:
  static constexpr bool kWrites = false;
  explicit FactsReader(std::string_view bytes) : in_(bytes) {}

  template <class T>
  void number(T& value) {
    value = static_cast<T>(in_.varint());
  }
  void near(std::uint32_t& value, std::int64_t guess) { value = static_cast<std::uint32_t>(wrapping_sum(in_.svarint(), guess)); }
  void index_near(Index& value, Index guess) {
    const std::int64_t shifted_guess = guess == kNone ? 0 : std::int64_t{guess} + 1;
    value = static_cast<Index>(wrapping_sum(in_.svarint(), shifted_guess) - 1);
  }
  void index_after(Index& value, Index last) {
    const std::uint64_t form = in_.varint();
    value = form == 0 ? kNone : static_cast<Index>(wrapping_sum(unzigzag(form - 1), std::int64_t{last + 1U}));
  }
  void string(StringId& value) { number(value); }
  void string_near(StringId& value, StringId guess) { near(value, guess); }
  void filled_string_near(StringId& value, StringId guess) {
    const std::uint64_t form = in_.varint();
    value = form == 0 ? 0 : static_cast<StringId>(wrapping_sum(unzigzag(form - 1), std::int64_t{guess}));
  }
  template <class Rows>
  bool count(Rows& rows) {
    const std::uint64_t count = in_.varint();
    if (count > in_.remaining()) return false;  // each row takes a byte at least: a forged count takes no memory
    rows.resize(count);
    return true;
  }
  std::string_view raw(std::uint64_t size) { return in_.raw(size); }

  StringId id_on_disk(StringId value) const { return value; }
  bool ok() const { return in_.ok(); }

 private:
  ByteReader in_;
};

}  // namespace grove::corpus
