#include "document/pdf/blocks.h"

#include <algorithm>
#include <cmath>

#include "document/pdf/list_markers.h"

namespace grove::document::pdf {
namespace {

constexpr double kWider = 1.3;       // of the distance of lines: white space between paragraphs
constexpr double kIndent = 0.8;      // em
constexpr double kOtherSize = 0.08;  // of a size: type that differs
constexpr double kWordSpace = 0.25;  // em
constexpr double kAmple = 0.2;       // of a run's width
constexpr double kFootnoteSize = 0.93;
constexpr double kMostCode = 0.7;  // of the lines of a run that is code

double distance(const Line& above, const Line& below) { return below.box.middle() - above.box.middle(); }

/// The distance of lines that follow one another in this region.
double typical_distance(const std::vector<Line>& lines) {
  std::vector<double> all;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const double step = distance(lines[i - 1], lines[i]);
    if (step < 2.0 * std::max(lines[i].size, 1.0)) all.push_back(step);
  }
  if (all.empty()) return 1.3 * lines.front().size;
  const auto place = all.begin() + static_cast<long>(all.size() / 2);
  std::ranges::nth_element(all, place);
  return *place;
}

bool other_type(const Line& a, const Line& b) { return std::abs(a.size - b.size) > kOtherSize * std::max(a.size, b.size); }

bool is_wide_apart(const Line& above, const Line& below, double typical) {
  const double allowed = kWider * std::max(typical, 1.05 * std::min(above.size, below.size));
  return distance(above, below) > allowed || distance(above, below) < 0;
}

/// Lines with no more than a line's distance between them.
struct Run {
  std::size_t begin = 0;
  std::size_t end = 0;
  Box box;
};

std::vector<Run> runs_of(const std::vector<Line>& lines) {
  std::vector<Run> runs;
  const double typical = typical_distance(lines);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i == 0 || is_wide_apart(lines[i - 1], lines[i], typical)) runs.push_back({.begin = i, .end = i, .box = lines[i].box});
    runs.back().end = i + 1;
    runs.back().box.cover(lines[i].box);
  }
  return runs;
}

bool is_code(const std::vector<Line>& lines, const Run& run) {
  const auto fixed = std::count_if(lines.begin() + static_cast<long>(run.begin), lines.begin() + static_cast<long>(run.end),
                                   [](const Line& line) { return line.fixed_pitch; });
  return static_cast<double>(fixed) >= kMostCode * static_cast<double>(run.end - run.begin);
}

/// Whether a sentence seems to go on from the end of a line to the next one.
bool reads_on(std::string_view line, std::string_view next) {
  return !next.empty() && next.front() >= 'a' && next.front() <= 'z' &&
         std::string_view(".!?:;").find(line.back()) == std::string_view::npos;
}

/// The first word of the next line would have had room at the end of this one; ample room where the sentence seems to go on, since not
/// all type is set as full as can be.
bool ends_short(const Line& line, const Line& next, const Box& run) {
  const std::string& last = line.words.back()->text;
  if (last.size() > 1 && last.ends_with('-')) return false;
  const double ample = reads_on(last, next.words.front()->text) ? kAmple * run.width() : 0;
  const double needed = 2 * kWordSpace * line.size + next.words.front()->box.width();
  return line.box.x1 + needed + ample < run.x1;
}

/// Builds the paragraphs of one run, line by line.
class RunReader {
 public:
  RunReader(const std::vector<Line>& lines, const Run& run, const TextContext& context) : lines_(lines), run_(run), context_(context) {}

  void read(std::vector<Block>& blocks) {
    for (std::size_t i = run_.begin; i < run_.end; ++i) {
      const std::string text = line_text(lines_[i]);
      if (text.empty()) continue;
      if (i == run_.begin || begins(i, text)) {
        start(i, text, blocks);
      } else {
        append_line(blocks.back().text, text, context_.seen);
        ++blocks.back().lines;
      }
    }
  }

 private:
  void start(std::size_t i, const std::string& text, std::vector<Block>& blocks) {
    first_ = i;
    const std::string_view marker = leading_marker(text);
    blocks.push_back({.kind = marker.empty() ? BlockKind::kParagraph : BlockKind::kListItem,
                      .text = text,
                      .size = lines_[i].size,
                      .bold = lines_[i].bold,
                      .close = i != run_.begin});
  }

  bool begins(std::size_t i, const std::string& text) const {
    const Line& before = lines_[i - 1];
    const Line& line = lines_[i];
    if (other_type(before, line) || before.bold != line.bold || before.words.back()->ends_line) return true;
    if (begins_with_bullet(text)) return true;
    const double em = line.size;
    const double moved = line.box.x0 - before.box.x0;
    const bool is_short = ends_short(before, line, run_.box);
    if (const auto marker = leading_marker(text); !marker.empty() && (is_short || std::abs(moved) > kIndent * em)) return true;
    if (is_short) return true;
    const bool second = i == first_ + 1;
    return !second && std::abs(moved) > kIndent * em;
  }

  const std::vector<Line>& lines_;
  const Run& run_;
  const TextContext& context_;
  std::size_t first_ = 0;  // of the present paragraph
};

/// A line of code, indented as it stands.
std::string code_line(const Line& line, double left) {
  const Word& first = *line.words.front();
  const double pitch = first.box.width() / static_cast<double>(std::max<std::size_t>(first.text.size(), 1));
  const double columns = pitch > 0 ? (line.box.x0 - left) / pitch : 0;
  std::string text(static_cast<std::size_t>(std::clamp(std::round(columns), 0.0, 80.0)), ' ');
  return text + line_text(line);
}

Block code_block(const std::vector<Line>& lines, const Run& run) {
  Block block{.kind = BlockKind::kCode, .size = lines[run.begin].size, .lines = run.end - run.begin};
  for (std::size_t i = run.begin; i < run.end; ++i) {
    if (i > run.begin) block.text.push_back('\n');
    block.text += code_line(lines[i], run.box.x0);
  }
  return block;
}

std::string cell_text(const Cell& cell, const SeenWords& seen) {
  std::string text;
  for (const Line& line : cell) append_line(text, line_text(line), seen);
  return text;
}

Block table_block(const std::vector<Row>& rows, const SeenWords& seen) {
  Block block{.kind = BlockKind::kTable, .lines = rows.size()};
  for (const Row& row : rows) {
    if (!block.text.empty()) block.text.push_back('\n');
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) block.text += " | ";
      block.text += cell_text(row[i], seen);
    }
  }
  return block;
}

/// Whether a paragraph in small type begins like a note: "1 See …", "* Since …".
bool begins_like_note(const Block& block) {
  const auto end = block.text.find(' ');
  return end != std::string::npos &&
         (is_list_marker(std::string_view(block.text).substr(0, end)) || block.text.starts_with("†") || block.text.starts_with("‡"));
}

/// The last paragraphs of a region are notes where they are in smaller type and the first of them begins like one.
void mark_footnotes(std::vector<Block>& blocks, double body_size) {
  std::size_t begin = blocks.size();
  while (begin > 0 && blocks[begin - 1].kind != BlockKind::kTable && blocks[begin - 1].kind != BlockKind::kCode &&
         blocks[begin - 1].size < kFootnoteSize * body_size) {
    --begin;
  }
  while (begin < blocks.size() && !begins_like_note(blocks[begin])) ++begin;
  if (begin == 0) return;
  for (std::size_t i = begin; i < blocks.size(); ++i) blocks[i].kind = BlockKind::kFootnote;
}

}  // namespace

std::vector<Block> blocks_of(const Region& region, const TextContext& context) {
  if (region.is_table()) return {table_block(region.rows, context.seen)};
  std::vector<Block> blocks;
  for (const Run& run : runs_of(region.lines)) {
    if (is_code(region.lines, run)) {
      blocks.push_back(code_block(region.lines, run));
    } else {
      RunReader(region.lines, run, context).read(blocks);
    }
  }
  mark_footnotes(blocks, context.body_size);
  return blocks;
}

}  // namespace grove::document::pdf
