#include "document/pdf/leaders.h"

#include <algorithm>
#include <set>

#include "document/pdf/lines.h"
#include "document/pdf/numerals.h"

namespace grove::document::pdf {
namespace {

constexpr std::size_t kDots = 4;           // in a row
constexpr std::size_t kContentsLines = 5;  // on a page that is part of a table of contents
constexpr double kSameEdge = 2;            // points

bool is_dots(const Word& word) {
  return std::ranges::all_of(word.text, [](char c) { return c == '.'; }) || word.text == "…" || word.text == "·";
}

std::size_t dots_in(const Word& word) { return word.text == "…" ? 3 : word.text.size(); }

/// Where in a line its leader begins and ends; equal where it has none.
struct Leader {
  std::size_t begin = 0;
  std::size_t end = 0;
};

Leader leader_of(const Line& line) {
  const auto& words = line.words;
  for (std::size_t begin = 0, end = 0; begin < words.size(); begin = end + 1) {
    std::size_t dots = 0;
    for (end = begin; end < words.size() && is_dots(*words[end]); ++end) dots += dots_in(*words[end]);
    if (dots >= kDots && begin > 0) return {.begin = begin, .end = end};
  }
  return {};
}

bool is_near(double place, const std::vector<double>& sorted) {
  const auto next = std::ranges::lower_bound(sorted, place - kSameEdge);
  return next != sorted.end() && *next < place + kSameEdge;
}

bool ends_in_number(const Line& line) { return numeral_value(line.words.back()->text).has_value(); }

}  // namespace

void leave_out_leaders(PageContent& page) {
  std::vector<const Word*> words;
  for (const Word& word : page.words) words.push_back(&word);
  const auto lines = group_lines(std::move(words), {});
  std::set<const Word*> going;
  std::set<const Word*> last;
  std::vector<double> edges;
  for (const Line& line : lines) {
    const Leader leader = leader_of(line);
    for (std::size_t i = leader.begin; i < leader.end; ++i) going.insert(line.words[i]);
    if (leader.end > leader.begin) last.insert(line.words[leader.begin - 1]);
    if (leader.end > leader.begin && leader.end + 1 == line.words.size() && ends_in_number(line)) edges.push_back(line.box.x1);
  }
  if (edges.size() >= kContentsLines) {
    std::ranges::sort(edges);
    // Titles of chapters often have no leader, but their numbers stand below one another with the others.
    for (const Line& line : lines) {
      if (line.words.size() < 2 || !ends_in_number(line) || !is_near(line.box.x1, edges)) continue;
      going.insert(line.words.back());
      last.insert(line.words[line.words.size() - 2]);
    }
  }
  for (Word& word : page.words) word.ends_line = last.contains(&word);
  std::erase_if(page.words, [&going](const Word& word) { return going.contains(&word); });
}

}  // namespace grove::document::pdf
