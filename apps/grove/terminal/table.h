#pragma once

#include <string>
#include <vector>

#include "apps/grove/terminal/console.h"

namespace grove::cli {

/// Rows in columns as wide as their widest cell; numbers to the right. Cells may carry colours.
class Table {
 public:
  Table(std::vector<std::string> titles, const Console& console);
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

/// Columns that a text takes on a terminal: code points, escape sequences not counted.
std::size_t display_width(std::string_view text);

}  // namespace grove::cli
