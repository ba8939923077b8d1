#include "index/segment/unit_table.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/check.h"
#include "base/hash.h"

namespace grove::index {
namespace {

/// What no kind has for its number comes from damaged bytes.
Kind kind_of(std::size_t number) { return number < kKindCount ? static_cast<Kind>(number) : Kind::kSection; }

}  // namespace

void StringHeap::next_file() {
  ++epoch_;
  used_ = 0;
}

StringHeap::Slot& StringHeap::slot_of(std::string_view text) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash64(text) & mask;
  for (; slots_[at].epoch == epoch_; at = (at + 1) & mask)
    if (std::string_view(bytes_).substr(slots_[at].begin, slots_[at].size) == text) break;
  return slots_[at];
}

void StringHeap::grow() {
  const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(slots_.size() * 2));
  for (const Slot& slot : old)
    if (slot.epoch == epoch_) slot_of(std::string_view(bytes_).substr(slot.begin, slot.size)) = slot;
}

std::uint32_t StringHeap::intern(std::string_view text) {
  if (text.empty()) return 0;
  if (used_ * 2 >= slots_.size()) grow();
  Slot& slot = slot_of(text);
  if (slot.epoch == epoch_) return slot.begin;
  GROVE_CHECK(bytes_.size() + text.size() <= 0xFFFFFFFFU);
  slot = {epoch_, static_cast<std::uint32_t>(bytes_.size()), static_cast<std::uint32_t>(text.size())};
  bytes_.append(text);
  ++used_;
  return slot.begin;
}

void UnitTableWriter::add(const UnitRecord& unit, StringHeap& heap) {
  if (size() % kUnitsPerGroup == 0) {
    groups_.fixed(static_cast<std::uint32_t>(rows_.size()));
    end_ = last_line_ = name_at_ = parent_at_ = 0;
  }
  kinds_ += static_cast<char>(unit.kind);
  const std::string_view qualified = unit.qualified_name;
  const std::uint32_t qualified_at = heap.intern(qualified);
  const bool suffix = qualified.ends_with(unit.name);
  const std::uint32_t name_at =
      suffix ? qualified_at + static_cast<std::uint32_t>(qualified.size() - unit.name.size()) : heap.intern(unit.name);
  const std::size_t inside = unit.parent.empty() ? 0 : qualified.rfind(unit.parent);
  const std::uint32_t parent_at =
      inside == std::string_view::npos ? heap.intern(unit.parent) : qualified_at + static_cast<std::uint32_t>(inside);
  const auto difference = [](std::uint32_t a, std::uint32_t b) { return std::int64_t{a} - std::int64_t{b}; };

  rows_.varint(unit.part);
  rows_.varint(unit.flags);
  rows_.varint(unit.twin);
  rows_.svarint(difference(unit.range.begin, end_));
  rows_.varint(unit.range.size());
  rows_.svarint(difference(unit.lines.first, last_line_));
  rows_.varint(unit.lines.last - unit.lines.first);
  rows_.svarint(difference(qualified_at, name_at_));
  rows_.varint(qualified.size());
  rows_.svarint(difference(name_at, qualified_at));
  rows_.varint(unit.name.size());
  rows_.svarint(difference(parent_at, parent_at_));
  rows_.varint(unit.parent.size());
  rows_.svarint(difference(unit.signature.begin, unit.range.begin));
  rows_.varint(unit.signature.size());
  rows_.svarint(difference(unit.doc.begin, unit.range.begin));
  rows_.varint(unit.doc.size());
  end_ = unit.range.end;
  last_line_ = unit.lines.last;
  name_at_ = qualified_at;
  parent_at_ = parent_at;
}

Kind UnitTable::kind(std::uint32_t unit) const {
  return kind_of(unit < size() ? static_cast<std::uint8_t>(bytes_.kinds[unit]) : std::uint8_t{0xFF});
}

std::array<std::uint64_t, kKindCount> UnitTable::count_kinds() const {
  // Units of one kind often follow each other: four sums, so that none waits for the one before.
  constexpr std::size_t kSums = 4;
  std::array<std::array<std::uint32_t, 256>, kSums> sums{};
  for (std::size_t i = 0; i < bytes_.kinds.size(); ++i) ++sums[i % kSums][static_cast<std::uint8_t>(bytes_.kinds[i])];
  std::array<std::uint64_t, kKindCount> counts{};
  for (const auto& sum : sums)
    for (std::size_t value = 0; value < sum.size(); ++value) counts[static_cast<std::size_t>(kind_of(value))] += sum[value];
  return counts;
}

UnitRecord UnitTable::at(std::uint32_t unit) const {
  GROVE_CONTRACT(unit < size());
  return Reader(*this, unit).next();
}

UnitTable::Reader::Reader(const UnitTable& table, std::uint32_t first_unit) : table_(&table), unit_(first_unit) {
  if (first_unit % kUnitsPerGroup == 0) return;
  for (unit_ -= first_unit % kUnitsPerGroup; unit_ < first_unit;) next();
}

void UnitTable::Reader::enter_group() {
  end_ = last_line_ = name_at_ = parent_at_ = 0;
  reader_ = ByteReader({});
  const std::size_t at = std::size_t{unit_ / kUnitsPerGroup} * sizeof(std::uint32_t);
  if (at + sizeof(std::uint32_t) > table_->bytes_.groups.size()) return;
  std::uint32_t offset;
  std::memcpy(&offset, table_->bytes_.groups.data() + at, sizeof(offset));
  if (offset < table_->bytes_.rows.size()) reader_ = ByteReader(table_->bytes_.rows.substr(offset));
}

std::string_view UnitTable::Reader::text(std::uint64_t at, std::uint64_t size) const {
  const std::string_view heap = table_->bytes_.heap;
  if (at > heap.size() || size > heap.size() - at) return {};
  return heap.substr(at, size);
}

UnitRecord UnitTable::Reader::next() {
  if (unit_ % kUnitsPerGroup == 0) enter_group();
  const auto number = [&] { return static_cast<std::uint32_t>(reader_.varint()); };
  const auto moved = [&](std::uint32_t from) { return from + static_cast<std::uint32_t>(reader_.svarint()); };
  const auto range = [&](std::uint32_t from) {
    const std::uint32_t begin = moved(from);
    const std::uint32_t size = number();
    return ByteRange{begin, begin + std::min(size, 0xFFFFFFFFU - begin)};
  };
  UnitRecord unit;
  unit.kind = table_->kind(unit_++);
  unit.part = static_cast<std::uint8_t>(number());
  unit.flags = static_cast<std::uint16_t>(number());
  unit.twin = number();
  unit.range = range(end_);
  unit.lines.first = moved(last_line_);
  unit.lines.last = unit.lines.first + number();
  name_at_ = moved(name_at_);
  unit.qualified_name = text(name_at_, number());
  const std::uint32_t name_at = moved(name_at_);
  unit.name = text(name_at, number());
  parent_at_ = moved(parent_at_);
  unit.parent = text(parent_at_, number());
  unit.signature = range(unit.range.begin);
  unit.doc = range(unit.range.begin);
  end_ = unit.range.end;
  last_line_ = unit.lines.last;
  return unit;
}

}  // namespace grove::index
