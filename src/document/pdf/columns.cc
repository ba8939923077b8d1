#include "document/pdf/columns.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>

#include "document/pdf/gutters.h"
#include "document/pdf/list_markers.h"

namespace grove::document::pdf {
namespace {

using Words = std::vector<const Word*>;

constexpr double kGutter = 0.8;       // em: the narrowest white space that parts anything
constexpr double kTableGutter = 1.0;  // em
constexpr double kShared = 1.5;       // line heights with words on both sides
constexpr double kProseWidth = 9;     // em
constexpr double kProseFill = 0.7;    // of a column's width that its lines take
constexpr double kProseWords = 2.5;   // a line
constexpr std::size_t kProseLines = 4;
constexpr double kAligned = 0.65;  // of the lines of a table that stand at the height of one in another column
constexpr int kDeepest = 24;
constexpr std::size_t kMostColumns = 100;  // side by side: nobody reads more

constexpr double kFilledRows = 0.6;  // of a table's rows: so many have words in two cells

enum class Arrangement { kNone, kColumns, kTable };

bool is_word_byte(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || (static_cast<unsigned char>(c) & 0x80U) != 0; }

double typical_size(const Words& words) {
  std::vector<double> sizes;
  for (const Word* word : words) sizes.push_back(word->size);
  std::ranges::nth_element(sizes, sizes.begin() + static_cast<long>(sizes.size() / 2));
  return std::max(sizes[sizes.size() / 2], 1.0);
}

/// The words of a zone, parted where white space runs down all of it.
std::vector<Words> part(Words words, double width) {
  std::ranges::stable_sort(words, {}, [](const Word* word) { return word->box.x0; });
  std::vector<Words> parts;
  double right = -1e9;
  for (const Word* word : words) {
    if (parts.empty() || word->box.x0 - right >= width) parts.emplace_back();
    parts.back().push_back(word);
    right = std::max(right, word->box.x1);
  }
  return parts;
}

bool all_markers(const std::vector<Line>& column) {
  return std::ranges::all_of(column, [](const Line& line) { return is_list_marker(line_text(line)); });
}

/// A column of nothing but the markers of a list belongs to the text beside it.
void join_markers(std::vector<std::vector<Line>>& columns, std::vector<Words>& parts, const std::vector<FontStyle>& styles) {
  for (std::size_t i = 0; i + 1 < columns.size();) {
    if (!all_markers(columns[i])) {
      ++i;
      continue;
    }
    parts[i].insert(parts[i].end(), parts[i + 1].begin(), parts[i + 1].end());
    parts.erase(parts.begin() + static_cast<long>(i) + 1);
    columns[i] = group_lines(parts[i], styles);
    columns.erase(columns.begin() + static_cast<long>(i) + 1);
  }
}

Box box_of(const std::vector<Line>& lines) {
  Box box = lines.front().box;
  for (const Line& line : lines) box.cover(line.box);
  return box;
}

bool is_prose(const std::vector<Line>& column) {
  if (column.size() < kProseLines) return false;
  const double width = box_of(column).width();
  double filled = 0;
  std::size_t words = 0;
  for (const Line& line : column) {
    filled += line.box.width() / width;
    words += line.words.size();
  }
  const auto lines = static_cast<double>(column.size());
  return width >= kProseWidth * column.front().size && filled >= kProseFill * lines && static_cast<double>(words) >= kProseWords * lines;
}

bool stands_beside(const Line& line, const std::vector<Line>& column) {
  const auto below = std::ranges::lower_bound(column, line.box.middle() - 0.3 * line.box.height(), {},
                                              [](const Line& other) { return other.box.middle(); });
  return below != column.end() && below->box.middle() <= line.box.middle() + 0.3 * line.box.height();
}

/// How many of the lines of all columns stand at the height of one in another column, of those in the column with the fewest.
double alignment(const std::vector<std::vector<Line>>& columns) {
  const auto fewest = std::ranges::min_element(columns, {}, &std::vector<Line>::size);
  double best = 0;
  for (const auto& other : columns) {
    if (&other == &*fewest) continue;
    const auto beside = std::ranges::count_if(*fewest, [&other](const Line& line) { return stands_beside(line, other); });
    best = std::max(best, static_cast<double>(beside) / static_cast<double>(fewest->size()));
  }
  return best;
}

/// Columns of prose are a table where white space crosses all of them at one height, more than once, and leaves some of them unfilled.
bool has_rows(const std::vector<std::vector<Line>>& columns) {
  const auto rows = table_rows(columns);
  if (rows.size() < 3) return false;
  std::size_t uneven = 0;
  std::size_t lines = 0;
  for (const Row& row : rows) {
    const auto [least, most] = std::ranges::minmax(row, {}, &Cell::size);
    uneven += least.size() != most.size() ? 1U : 0U;
    lines = std::max(lines, most.size());
  }
  return lines > 1 && 2 * uneven >= rows.size();
}

bool has_word(const Cell& cell) {
  return std::ranges::any_of(cell, [](const Line& line) {
    return std::ranges::any_of(line.words, [](const Word* word) { return std::ranges::any_of(word->text, is_word_byte); });
  });
}

/// Whether most rows have words in two cells or more: formulas, and code with its braces to the right, have not.
bool is_tabular(const std::vector<std::vector<Line>>& columns) {
  const auto rows = table_rows(columns);
  const auto filled =
      static_cast<std::size_t>(std::ranges::count_if(rows, [](const Row& row) { return std::ranges::count_if(row, has_word) >= 2; }));
  return filled >= 2 && static_cast<double>(filled) >= kFilledRows * static_cast<double>(rows.size());
}

bool is_code(const std::vector<std::vector<Line>>& columns) {
  std::size_t fixed = 0;
  std::size_t lines = 0;
  for (const auto& column : columns) {
    lines += column.size();
    fixed += static_cast<std::size_t>(std::ranges::count_if(column, &Line::fixed_pitch));
  }
  return 10 * fixed >= 9 * lines;
}

struct Zone {
  std::vector<Words> parts;
  std::vector<std::vector<Line>> columns;
  Arrangement arrangement = Arrangement::kNone;
};

Arrangement judge(const std::vector<std::vector<Line>>& columns, const Gutter& gutter, double em) {
  if (columns.size() < 2 || is_code(columns)) return Arrangement::kNone;
  const auto prose = static_cast<std::size_t>(std::ranges::count_if(columns, is_prose));
  const double aligned = alignment(columns);
  if (prose == columns.size()) return aligned >= kAligned && has_rows(columns) ? Arrangement::kTable : Arrangement::kColumns;
  const std::size_t most = std::ranges::max(columns, {}, &std::vector<Line>::size).size();
  const double narrowest = most < 4 ? 1.5 * em : kTableGutter * em;
  if (aligned >= kAligned && gutter.box.width() >= narrowest && is_tabular(columns)) return Arrangement::kTable;
  return aligned < kAligned && 2 * prose >= columns.size() ? Arrangement::kColumns : Arrangement::kNone;
}

class Cutter {
 public:
  Cutter(const std::vector<FontStyle>& styles, const Budget& budget) : styles_(styles), budget_(budget) {}

  void cut(Words words, int depth) {
    if (words.empty()) return;
    const double em = typical_size(words);
    if (depth < kDeepest) {
      for (const Gutter& gutter : find_gutters(words, {.width = kGutter * em, .shared = kShared * em})) {
        if (cut_at(words, gutter, em, depth)) return;
      }
    }
    auto lines = group_lines(std::move(words), styles_);
    const Box box = box_of(lines);
    regions_.push_back({.box = box, .lines = std::move(lines), .rows = {}});
  }

  std::vector<Region> take() { return std::move(regions_); }

 private:
  /// False where the white space parts nothing.
  bool cut_at(const Words& words, const Gutter& gutter, double em, int depth) {
    Words above, beside, below;
    for (const Word* word : words) {
      Words& place = word->box.middle() < gutter.box.y0 ? above : word->box.middle() > gutter.box.y1 ? below : beside;
      place.push_back(word);
    }
    if (beside.empty() || budget_.is_over()) return false;
    Zone zone = zone_of(std::move(beside), gutter, em);
    if (zone.arrangement == Arrangement::kNone) return false;
    cut(std::move(above), depth + 1);
    if (zone.arrangement == Arrangement::kTable) {
      add_table(zone.columns);
    } else {
      for (Words& column : zone.parts) cut(std::move(column), depth + 1);
    }
    cut(std::move(below), depth + 1);
    return true;
  }

  Zone zone_of(Words words, const Gutter& gutter, double em) const {
    Zone zone;
    zone.parts = part(std::move(words), kGutter * em);
    if (zone.parts.size() > kMostColumns) return zone;
    for (const Words& column : zone.parts) zone.columns.push_back(group_lines(column, styles_));
    join_markers(zone.columns, zone.parts, styles_);
    zone.arrangement = judge(zone.columns, gutter, em);
    return zone;
  }

  void add_table(const std::vector<std::vector<Line>>& columns) {
    Box box = box_of(columns.front());
    for (const auto& column : columns) box.cover(box_of(column));
    regions_.push_back({.box = box, .lines = {}, .rows = table_rows(columns)});
  }

  const std::vector<FontStyle>& styles_;
  const Budget& budget_;
  std::vector<Region> regions_;
};

}  // namespace

std::vector<Region> reading_order(std::vector<const Word*> words, const std::vector<FontStyle>& styles, const Budget& budget) {
  Cutter cutter(styles, budget);
  cutter.cut(std::move(words), 0);
  return cutter.take();
}

}  // namespace grove::document::pdf
