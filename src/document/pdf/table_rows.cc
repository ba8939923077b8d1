#include "document/pdf/table_rows.h"

#include <algorithm>

namespace grove::document::pdf {
namespace {

constexpr double kWide = 0.35;     // of a line's height, above the least distance: white space between rows
constexpr double kUnfilled = 0.2;  // of the strips: so many with an empty cell tell of cells of several lines

/// Lines of all columns that stand side by side.
struct Strip {
  Box box;
  std::vector<std::vector<Line>> cells;
  bool is_full() const {
    return std::ranges::none_of(cells, [](const auto& cell) { return cell.empty(); });
  }
};

std::vector<Strip> strips_of(const std::vector<std::vector<Line>>& columns) {
  struct Placed {
    const Line* line;
    std::size_t column;
  };
  std::vector<Placed> lines;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    for (const Line& line : columns[i]) lines.push_back({&line, i});
  }
  std::ranges::stable_sort(lines, {}, [](const Placed& placed) { return placed.line->box.middle(); });
  std::vector<Strip> strips;
  for (const auto& [line, column] : lines) {
    const bool beside = !strips.empty() && strips.back().cells[column].empty() && line->box.middle() < strips.back().box.y1 &&
                        strips.back().box.middle() > line->box.y0;
    if (!beside) strips.push_back({.box = line->box, .cells = std::vector<std::vector<Line>>(columns.size())});
    strips.back().box.cover(line->box);
    strips.back().cells[column].push_back(*line);
  }
  return strips;
}

std::vector<double> distances(const std::vector<Strip>& strips) {
  std::vector<double> gaps;
  for (std::size_t i = 1; i < strips.size(); ++i) gaps.push_back(strips[i].box.y0 - strips[i - 1].box.y1);
  return gaps;
}

/// Whether a new row begins with each strip.
std::vector<bool> beginnings(const std::vector<Strip>& strips) {
  std::vector<bool> begins(strips.size(), true);
  const auto gaps = distances(strips);
  if (gaps.empty()) return begins;
  const auto unfilled = std::ranges::count_if(strips, [](const Strip& strip) { return !strip.is_full(); });
  if (static_cast<double>(unfilled) < kUnfilled * static_cast<double>(strips.size())) return begins;
  const double wide = std::ranges::min(gaps) + kWide * strips.front().box.height();
  const bool told_by_space = std::ranges::count_if(gaps, [wide](double gap) { return gap > wide; }) >= 2;
  for (std::size_t i = 1; i < strips.size(); ++i) begins[i] = told_by_space ? gaps[i - 1] > wide : !strips[i].cells.front().empty();
  return begins;
}

}  // namespace

std::vector<Row> table_rows(const std::vector<std::vector<Line>>& columns) {
  const auto strips = strips_of(columns);
  const auto begins = beginnings(strips);
  std::vector<Row> rows;
  for (std::size_t i = 0; i < strips.size(); ++i) {
    if (begins[i]) rows.emplace_back(columns.size());
    for (std::size_t column = 0; column < columns.size(); ++column) {
      const auto& lines = strips[i].cells[column];
      rows.back()[column].insert(rows.back()[column].end(), lines.begin(), lines.end());
    }
  }
  return rows;
}

}  // namespace grove::document::pdf
