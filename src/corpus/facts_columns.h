#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "model/facts.h"
#include "model/span.h"

/// Columns of numbers: one field of all rows after another, so that like stands beside like.
namespace grove::corpus {

/// Indexes with a "none": 0 for none, else index + 1.
inline std::uint64_t shifted(Index index) { return index == kNone ? 0 : std::uint64_t{index} + 1; }
inline Index unshifted(std::uint64_t stored) { return static_cast<Index>(stored - 1); }

inline std::int64_t difference(std::uint32_t value, std::uint32_t base) { return std::int64_t{value} - std::int64_t{base}; }
inline std::uint32_t moved(std::uint32_t base, std::int64_t by) { return static_cast<std::uint32_t>(std::int64_t{base} + by); }

template <class Row, class Field>
void put_column(ByteWriter& out, const std::vector<Row>& rows, Field field) {
  for (const Row& row : rows) out.varint(static_cast<std::uint64_t>(field(row)));
}

/// Each number as its difference to the one before it.
template <class Row, class Field>
void put_deltas(ByteWriter& out, const std::vector<Row>& rows, Field field) {
  std::uint32_t last = 0;
  for (const Row& row : rows) {
    const std::uint32_t value = field(row);
    out.svarint(difference(value, last));
    last = value;
  }
}

/// A range inside or before another: where it begins, counted from the other's begin, then its size. Two columns.
template <class Row, class Outer, class Inner>
void put_ranges_within(ByteWriter& out, const std::vector<Row>& rows, Outer outer, Inner inner) {
  for (const Row& row : rows) out.svarint(inner(row).empty() ? 0 : difference(inner(row).begin, outer(row).begin));
  for (const Row& row : rows) out.varint(inner(row).empty() ? 0 : inner(row).size());
}

template <class Row, class Assign>
void get_column(ByteReader& in, std::vector<Row>& rows, Assign assign) {
  for (Row& row : rows) assign(row, in.varint());
}

template <class Row, class Assign>
void get_deltas(ByteReader& in, std::vector<Row>& rows, Assign assign) {
  std::uint32_t last = 0;
  for (Row& row : rows) {
    last = moved(last, in.svarint());
    assign(row, last);
  }
}

/// An empty range comes back as [0, 0).
template <class Row, class Outer, class Inner>
void get_ranges_within(ByteReader& in, std::vector<Row>& rows, Outer outer, Inner inner) {
  for (Row& row : rows) inner(row).begin = moved(outer(row).begin, in.svarint());
  for (Row& row : rows) {
    const auto size = static_cast<std::uint32_t>(in.varint());
    ByteRange& range = inner(row);
    range = size == 0 ? ByteRange{} : ByteRange{range.begin, range.begin + size};
  }
}

}  // namespace grove::corpus
