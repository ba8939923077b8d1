#pragma once

#include <cstdint>
#include <vector>

#include "model/facts.h"

namespace grove::index {

/// A stretch of a file that belongs to one unit and to no unit inside it.
struct UnitPiece {
  ByteRange range;
  std::uint32_t unit = 0;  ///< Index into Facts::units.
};

/// Cuts a file into the own text of its units: where units nest, the innermost has it. Ascending, without overlaps; text that no unit
/// covers is in no piece. `size` is that of the text; ranges behind it are clipped.
std::vector<UnitPiece> cut_units(const std::vector<Unit>& units, std::uint32_t size);

/// For each symbol the unit that holds it: its own unit, else the innermost around its name, else the first.
std::vector<std::uint32_t> units_of_symbols(const Facts& facts, const std::vector<UnitPiece>& pieces);

/// The name of the nearest enclosing type, namespace or module of a unit, else the receiver type; empty where there is none.
std::string_view parent_name(const Facts& facts, const Unit& unit);

}  // namespace grove::index
