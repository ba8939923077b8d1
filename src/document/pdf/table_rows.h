#pragma once

#include <vector>

#include "document/pdf/lines.h"

namespace grove::document::pdf {

using Cell = std::vector<Line>;  ///< From top to bottom; may be empty.
using Row = std::vector<Cell>;   ///< From left to right.

/// The rows of a table whose columns are given, each from top to bottom. Cells of several lines are kept whole: rows are told apart by the
/// white space between them, and where all lines are equally far apart, by a first column that has a word.
std::vector<Row> table_rows(const std::vector<std::vector<Line>>& columns);

}  // namespace grove::document::pdf
