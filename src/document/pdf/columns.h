#pragma once

#include <vector>

#include "document/budget.h"
#include "document/pdf/lines.h"
#include "document/pdf/table_rows.h"

namespace grove::document::pdf {

/// A part of a page that is read as a whole: lines of one column, or a table.
struct Region {
  Box box;
  std::vector<Line> lines;  ///< From top to bottom; of a table: none.
  std::vector<Row> rows;    ///< Of a table; all have as many cells.
  bool is_table() const { return !rows.empty(); }
};

/// The regions of a page in reading order. White space that runs down between words on both sides parts columns (the rectangles of
/// T. Breuel, "Two Geometric Algorithms for Layout Analysis", 2002, found on horizontal slots); the page is cut along the tallest and each
/// part again (the recursive XY-cut of G. Nagy and S. Seth, "Hierarchical Representation of Optically Scanned Documents", 1984).
/// Whether what lies side by side is columns of text or a table is told by how full the lines are and whether they stand at one height.
/// Once the budget is over, nothing is cut any more.
std::vector<Region> reading_order(std::vector<const Word*> words, const std::vector<FontStyle>& styles, const Budget& budget);

}  // namespace grove::document::pdf
