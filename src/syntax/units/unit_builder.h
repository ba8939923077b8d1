#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "model/facts.h"
#include "model/line_index.h"

namespace grove::syntax {

/// What the unit builder knows about a file besides its symbols.
struct UnitRequest {
  std::string_view text;
  const LineIndex* lines = nullptr;
  /// How deep the syntax node is that begins on a row (from 0); 255 where none does. Shallow rows are where text is cut.
  std::function<std::uint8_t(std::uint32_t row)> depth_of_row;
  const std::vector<ByteRange>* comments = nullptr;  ///< Runs of comments on lines of their own, in order.
  std::uint32_t unit_bytes = 6000;                   ///< Longer units are split.
};

/// Lays units over the file: `facts.units` from `facts.symbols`, covering every line that holds anything.
///
/// - A callable of at least four lines (doc included), a type, and any other symbol of some size is a unit of its own.
/// - A type of up to 1,200 bytes stays whole; a callable stays whole unless it is longer than `unit_bytes`.
/// - What lies between the units of the file's top (and of namespaces) becomes sections of up to 1,500 bytes; a short rest joins the unit
///   before it, a short comment the unit after it.
void build_units(const UnitRequest& request, Facts& facts);

}  // namespace grove::syntax
