#include "document/pdf/furniture.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>

#include "base/text.h"
#include "document/pdf/lines.h"
#include "document/pdf/numerals.h"

namespace grove::document::pdf {
namespace {

constexpr double kSameHeight = 3;     // points
constexpr double kApart = 0.6;        // of its height: how far a running title stands from the text, at least
constexpr std::size_t kRepeated = 3;  // pages
constexpr std::size_t kCluster = 5;   // lines at one height, before their majority decides
constexpr double kMajority = 0.6;
constexpr double kLarger = 1.15;  // than the text's type
constexpr int kDeepest = 3;       // lines of a running title

enum class Edge { kTop, kBottom };

/// A line of text at an edge of a page.
struct EdgeLine {
  std::size_t page = 0;  // place in Content::pages
  Edge edge = Edge::kTop;
  std::vector<const Word*> words;
  double height = 0;   // where it stands
  double inner = 0;    // its lower edge at the top, its upper one at the bottom
  std::string masked;  // its text, without numbers
  bool goes = false;
  std::string number{};  // the one printed on it that is its page's
};

/// Which lines are looked at.
struct Allowed {
  double size = 0;                                         // of the text's type
  bool again = false;                                      // only lines close to one that was taken before
  std::map<std::pair<std::size_t, Edge>, double> inner{};  // edges of those, by page and edge of the page
};

std::string masked(const std::vector<const Word*>& words) {
  std::string text;
  for (const Word* word : words) {
    if (numeral_value(word->text)) continue;
    for (const char c : word->text) text.push_back(c >= '0' && c <= '9' ? '0' : c);
    text.push_back(' ');
  }
  return text;
}

/// The outermost line at that edge, where white space keeps it apart from what follows.
std::optional<EdgeLine> outermost(const Content& content, std::size_t page, Edge edge, const Allowed& allowed) {
  std::vector<const Word*> words;
  for (const Word& word : content.pages[page].words) {
    if (word.turn == 0) words.push_back(&word);
  }
  auto lines = group_lines(std::move(words), {});
  if (lines.empty()) return std::nullopt;
  if (edge == Edge::kBottom) std::ranges::reverse(lines);
  const Line& line = lines.front();
  if (line.size > kLarger * allowed.size) return std::nullopt;  // a title, which may stand at one height on many pages
  const auto taken = allowed.inner.find({page, edge});
  if (allowed.again) {
    if (taken == allowed.inner.end()) return std::nullopt;
    const double gap = edge == Edge::kTop ? line.box.y0 - taken->second : taken->second - line.box.y1;
    if (gap > line.box.height()) return std::nullopt;
  }
  if (lines.size() > 1) {
    const Box& next = lines[1].box;
    const double gap = edge == Edge::kTop ? next.y0 - line.box.y1 : line.box.y0 - next.y1;
    if (gap < kApart * line.box.height() && line.words.size() > 1) return std::nullopt;
  }
  return EdgeLine{.page = page,
                  .edge = edge,
                  .words = line.words,
                  .height = line.box.middle(),
                  .inner = edge == Edge::kTop ? line.box.y1 : line.box.y0,
                  .masked = masked(line.words)};
}

Result<std::vector<EdgeLine>> edge_lines(const Content& content, const Allowed& allowed, const Budget& budget) {
  std::vector<EdgeLine> lines;
  for (std::size_t page = 0; page < content.pages.size(); ++page) {
    GROVE_RETURN_IF_ERROR(budget.check());
    for (const Edge edge : {Edge::kTop, Edge::kBottom}) {
      if (auto line = outermost(content, page, edge, allowed)) lines.push_back(std::move(*line));
    }
  }
  return lines;
}

/// Lines that belong together by `key` and stand at one height: calls `decide` with each such group.
template <class Key, class Decide>
void for_groups(std::vector<EdgeLine>& lines, const Key& key, const Decide& decide) {
  using Place = decltype(key(lines.front()));
  std::map<Place, std::vector<EdgeLine*>> groups;
  for (EdgeLine& line : lines) groups[key(line)].push_back(&line);
  for (auto& [place, group] : groups) {
    std::ranges::stable_sort(group, {}, &EdgeLine::height);
    for (std::size_t begin = 0, end = 0; begin < group.size(); begin = end) {
      while (end < group.size() && group[end]->height - group[begin]->height <= kSameHeight) ++end;
      decide(std::vector<EdgeLine*>(group.begin() + static_cast<long>(begin), group.begin() + static_cast<long>(end)));
    }
  }
}

void mark_repeated(std::vector<EdgeLine>& lines) {
  const auto key = [](const EdgeLine& line) { return std::tuple(line.edge, line.masked); };
  for_groups(lines, key, [](const std::vector<EdgeLine*>& group) {
    if (group.size() < kRepeated || group.front()->masked.empty()) return;
    for (EdgeLine* line : group) line->goes = true;
  });
}

/// Numbers that differ from their page's by the same amount on several pages are page numbers.
void mark_counting(std::vector<EdgeLine>& lines, const Content& content) {
  struct Counted {
    EdgeLine* line;
    std::string number;
  };
  std::map<std::tuple<Edge, long long, NumeralKind>, std::vector<Counted>> counts;
  for (EdgeLine& line : lines) {
    const PageContent& page = content.pages[line.page];
    for (const Word* word : line.words) {
      if (const auto numeral = numeral_value(word->text)) {
        counts[{line.edge, static_cast<long long>(numeral->value) - page.number, numeral->kind}].push_back({&line, word->text});
      }
    }
  }
  for (auto& [place, counted] : counts) {
    if (counted.size() < kRepeated) continue;
    for (const Counted& one : counted) {
      one.line->goes = true;
      one.line->number = one.number;
    }
  }
}

void mark_majorities(std::vector<EdgeLine>& lines) {
  const auto key = [](const EdgeLine& line) { return line.edge; };
  for_groups(lines, key, [](const std::vector<EdgeLine*>& group) {
    const auto going = std::ranges::count_if(group, &EdgeLine::goes);
    if (group.size() < kCluster || static_cast<double>(going) < kMajority * static_cast<double>(group.size())) return;
    for (EdgeLine* line : group) line->goes = true;
  });
}

/// Whether anything was taken.
bool take_away(const std::vector<EdgeLine>& lines, Content& content, bool own_labels) {
  bool taken = false;
  for (const EdgeLine& line : lines) {
    if (!line.goes) continue;
    PageContent& page = content.pages[line.page];
    if (!own_labels && page.label.empty()) page.label = line.number;
    taken = true;
  }
  std::map<std::size_t, std::set<const Word*>> going;
  for (const EdgeLine& line : lines) {
    if (line.goes) going[line.page].insert(line.words.begin(), line.words.end());
  }
  for (auto& [number, words] : going) {
    std::vector<Word> kept;
    for (Word& word : content.pages[number].words) {
      if (!words.contains(&word)) kept.push_back(std::move(word));
    }
    content.pages[number].words = std::move(kept);
  }
  return taken;
}

/// Whether the labels say more than the numbers of the pages; if not, they are removed.
bool has_own_labels(Content& content) {
  const auto is_number = [](const PageContent& page) { return page.label == std::to_string(page.number); };
  if (!std::ranges::all_of(content.pages, is_number)) return true;
  for (PageContent& page : content.pages) page.label.clear();
  return false;
}

}  // namespace

Status leave_out_furniture(Content& content, const Budget& budget) {
  const bool own_labels = has_own_labels(content);
  Allowed allowed{.size = body_size(content)};
  for (int depth = 0; depth < kDeepest; ++depth) {
    allowed.again = depth > 0;
    GROVE_ASSIGN_OR_RETURN(auto lines, edge_lines(content, allowed, budget));
    mark_repeated(lines);
    mark_counting(lines, content);
    mark_majorities(lines);
    allowed.inner.clear();
    for (const EdgeLine& line : lines) {
      if (line.goes) allowed.inner[{line.page, line.edge}] = line.inner;
    }
    if (!take_away(lines, content, own_labels)) break;
  }
  return {};
}

}  // namespace grove::document::pdf
