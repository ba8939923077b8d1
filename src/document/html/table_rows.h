#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "document/html/markup_tree.h"

namespace grove::document {

/// What a table says, row by row, each cell as one line of text.
struct TableRows {
  struct Row {
    std::vector<std::string> cells;
    bool names_columns = false;  ///< It stands in the table's head, or all its cells are headers.
  };
  std::vector<std::string> captions;
  std::vector<Row> rows;
};

/// Whether a `table` shows data: it holds no table, heading or preformatted text and more than one cell. Others only lay a page out.
bool is_data_table(const MarkupTree& tree, std::uint32_t table);

TableRows rows_of(const MarkupTree& tree, std::uint32_t table);

}  // namespace grove::document
