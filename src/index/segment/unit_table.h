#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "model/kinds.h"
#include "model/span.h"

namespace grove::index {

/// Units that share a group of the unit table.
inline constexpr std::uint32_t kUnitsPerGroup = 4;

/// What the table holds of one unit. When read, the strings are views into the segment.
struct UnitRecord {
  Kind kind = Kind::kSection;
  std::uint8_t part = 0;
  std::uint16_t flags = 0;
  std::uint32_t twin = 0;
  std::string_view name;
  std::string_view qualified_name;
  std::string_view parent;
  ByteRange range;
  ByteRange signature;
  ByteRange doc;
  LineRange lines;
};

/// The names and paths of a segment: one run of bytes in which a file's equal names stand once, and names inside longer ones.
class StringHeap {
 public:
  /// Where `text` stands; the same text of the same file is stored once.
  std::uint32_t intern(std::string_view text);
  /// Forgets what may be shared. Called between files.
  void next_file();
  const std::string& bytes() const { return bytes_; }

 private:
  struct Slot {
    std::uint32_t epoch = 0;
    std::uint32_t begin = 0;
    std::uint32_t size = 0;
  };
  void grow();
  Slot& slot_of(std::string_view text);

  std::string bytes_;
  std::vector<Slot> slots_ = std::vector<Slot>(256);
  std::size_t used_ = 0;
  std::uint32_t epoch_ = 1;
};

/// Writes units in order (docs/formats/segment.md, "Units").
class UnitTableWriter {
 public:
  void add(const UnitRecord& unit, StringHeap& heap);
  std::uint32_t size() const { return static_cast<std::uint32_t>(kinds_.size()); }
  const std::string& rows() const { return rows_.bytes(); }
  const std::string& groups() const { return groups_.bytes(); }
  const std::string& kinds() const { return kinds_; }

 private:
  ByteWriter rows_;
  ByteWriter groups_;  // u32 offset of each group
  std::string kinds_;
  std::uint32_t end_ = 0;
  std::uint32_t last_line_ = 0;
  std::uint32_t name_at_ = 0;
  std::uint32_t parent_at_ = 0;
};

struct UnitTableBytes {
  std::string_view rows;
  std::string_view groups;
  std::string_view kinds;
  std::string_view heap;
};

/// Reads units by ordinal. Immutable, thread-safe. Damaged bytes give empty strings and wrong numbers, nothing worse.
class UnitTable {
 public:
  UnitTable() = default;
  explicit UnitTable(const UnitTableBytes& bytes) : bytes_(bytes) {}

  std::uint32_t size() const { return static_cast<std::uint32_t>(bytes_.kinds.size()); }
  Kind kind(std::uint32_t unit) const;
  /// How many units there are of each kind, by its number.
  std::array<std::uint64_t, kKindCount> count_kinds() const;
  /// REQUIRES: unit < size().
  UnitRecord at(std::uint32_t unit) const;

  /// Reads units one after the other.
  class Reader {
   public:
    Reader(const UnitTable& table, std::uint32_t first_unit);
    UnitRecord next();

   private:
    void enter_group();
    std::string_view text(std::uint64_t at, std::uint64_t size) const;

    const UnitTable* table_;
    std::uint32_t unit_;
    ByteReader reader_{{}};
    std::uint32_t end_ = 0;
    std::uint32_t last_line_ = 0;
    std::uint32_t name_at_ = 0;
    std::uint32_t parent_at_ = 0;
  };

 private:
  UnitTableBytes bytes_;
};

}  // namespace grove::index
