#include "apps/grove/terminal/table.h"

#include <algorithm>

#include "base/utf8.h"

namespace grove::cli {
namespace {

bool is_number(std::string_view text) { return !text.empty() && text.find_first_not_of("0123456789.,%") == std::string_view::npos; }

}  // namespace

std::size_t display_width(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\x1b') {
      i = std::min(text.find('m', i), text.size());
    } else {
      plain += text[i];
    }
  }
  return count_code_points(plain);
}

Table::Table(std::vector<std::string> titles, const Console& console) {
  for (std::string& title : titles) title = console.faint(title);
  rows_.push_back(std::move(titles));
}

std::string Table::text() const {
  std::vector<std::size_t> widths(rows_.front().size());
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], display_width(row[i]));
  }
  std::string out;
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - display_width(row[i]), ' ');
      const bool last = i + 1 == row.size();
      out += is_number(row[i]) ? padding + row[i] : row[i] + (last ? "" : padding);
      out += last ? "\n" : "  ";
    }
  }
  return out;
}

}  // namespace grove::cli
