#include "document/pdf/headings.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "base/text.h"
#include "base/utf8.h"
#include "document/pdf/lines.h"
#include "document/pdf/list_markers.h"

namespace grove::document::pdf {
namespace {

constexpr std::size_t kLongest = 240;  // bytes of a heading
constexpr std::size_t kMostLines = 4;
constexpr double kLarger = 1.12;        // than the body's type
constexpr double kEnoughOutline = 0.5;  // of its items found again
constexpr double kMostHeadings = 0.3;   // of all letters; more of them are not headings
constexpr std::uint32_t kLevels = 6;

bool may_be_heading(const Block& block) {
  return block.kind != BlockKind::kTable && block.kind != BlockKind::kCode && block.kind != BlockKind::kFootnote &&
         block.text.size() <= kLongest && block.lines <= kMostLines;
}

/// Letters and digits alone, in one case.
std::string essence(std::string_view text) {
  std::string kept;
  for (const char c : fold_case(text)) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || (static_cast<unsigned char>(c) & 0x80U) != 0) kept.push_back(c);
  }
  return kept;
}

std::string_view without_number(std::string_view text) {
  const auto end = text.find(' ');
  if (end == std::string_view::npos || !is_list_marker(text.substr(0, end))) return text;
  return trim(text.substr(end));
}

/// A place in the text where an item of the outline may stand.
struct Candidate {
  std::size_t item = 0;
  std::size_t block = 0;
  unsigned weight = 1;
};

unsigned weight_of(const Block& block, double body_size) {
  return 1U + (block.size > kLarger * body_size ? 3U : 0U) + (block.bold ? 2U : 0U);
}

/// In the order of blocks; of one block, later items first, so that none is taken twice.
std::vector<Candidate> candidates_of(const std::vector<const Block*>& blocks, const std::vector<OutlineItem>& outline, double body_size) {
  std::map<std::string, std::vector<std::size_t>> items;
  for (std::size_t i = 0; i < outline.size(); ++i) items[essence(without_number(spelled_out(outline[i].title)))].push_back(i);
  items.erase("");
  std::vector<Candidate> candidates;
  for (std::size_t block = 0; block < blocks.size(); ++block) {
    if (!may_be_heading(*blocks[block])) continue;
    const auto found = items.find(essence(without_number(blocks[block]->text)));
    if (found == items.end()) continue;
    constexpr std::size_t kMostOfOneTitle = 200;  // titles like "Description" repeat, and so do lines like them
    const std::size_t count = std::min(found->second.size(), kMostOfOneTitle);
    for (std::size_t i = count; i-- > 0;) {
      candidates.push_back({.item = found->second[i], .block = block, .weight = weight_of(*blocks[block], body_size)});
    }
  }
  return candidates;
}

/// The largest weight of a chain that ends at or before each item: a Fenwick tree of maxima.
class BestChains {
 public:
  struct Chain {
    unsigned long weight = 0;
    std::size_t last = SIZE_MAX;  // candidate
  };
  explicit BestChains(std::size_t items) : tree_(items + 1) {}
  Chain before(std::size_t item) const {
    Chain best;
    for (std::size_t i = item; i > 0; i -= i & (~i + 1)) {
      if (tree_[i].weight > best.weight) best = tree_[i];
    }
    return best;
  }
  void add(std::size_t item, Chain chain) {
    for (std::size_t i = item + 1; i < tree_.size(); i += i & (~i + 1)) {
      if (chain.weight > tree_[i].weight) tree_[i] = chain;
    }
  }

 private:
  std::vector<Chain> tree_;
};

/// The items of the outline found again in the text, in the order of both: the heaviest increasing subsequence.
std::vector<FoundHeading> along_outline(const std::vector<const Block*>& blocks, const std::vector<OutlineItem>& outline,
                                        double body_size) {
  const auto candidates = candidates_of(blocks, outline, body_size);
  BestChains chains(outline.size());
  std::vector<std::size_t> previous(candidates.size(), SIZE_MAX);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const auto before = chains.before(candidates[i].item);
    previous[i] = before.last;
    chains.add(candidates[i].item, {.weight = before.weight + candidates[i].weight, .last = i});
  }
  std::vector<FoundHeading> headings;
  for (std::size_t i = chains.before(outline.size()).last; i != SIZE_MAX; i = previous[i]) {
    headings.push_back({.block = candidates[i].block, .level = std::max(1U, outline[candidates[i].item].level)});
  }
  std::ranges::reverse(headings);
  return headings;
}

bool is_bold_title(const Block& block, double body_size) {
  return block.bold && block.lines <= 2 && !block.close && block.size >= 0.95 * body_size && !block.text.ends_with('.') &&
         !block.text.ends_with(',') && !block.text.ends_with(':') && count_code_points(block.text) <= 100;
}

double rounded(double size) { return std::round(size * 2) / 2; }

std::vector<FoundHeading> by_type(const std::vector<const Block*>& blocks, double body_size) {
  std::set<double, std::greater<>> sizes;
  std::vector<FoundHeading> headings;
  std::size_t letters = 0;
  std::size_t heading_letters = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    letters += blocks[i]->text.size();
    const bool larger = blocks[i]->size > kLarger * body_size;
    if (!may_be_heading(*blocks[i]) || !(larger || is_bold_title(*blocks[i], body_size)) || essence(blocks[i]->text).empty()) continue;
    if (larger) sizes.insert(rounded(blocks[i]->size));
    heading_letters += blocks[i]->text.size();
    headings.push_back({.block = i, .level = 0});
  }
  if (static_cast<double>(heading_letters) > kMostHeadings * static_cast<double>(letters)) return {};
  for (FoundHeading& heading : headings) {
    const auto place = sizes.find(rounded(blocks[heading.block]->size));
    heading.level = std::min(kLevels, static_cast<std::uint32_t>(std::distance(sizes.begin(), place)) + 1);
  }
  return headings;
}

}  // namespace

std::vector<FoundHeading> find_headings(const std::vector<const Block*>& blocks, const std::vector<OutlineItem>& outline,
                                        double body_size) {
  auto headings = along_outline(blocks, outline, body_size);
  const double enough = std::max(2.0, kEnoughOutline * static_cast<double>(outline.size()));
  if (static_cast<double>(headings.size()) >= enough) return headings;
  return by_type(blocks, body_size);
}

}  // namespace grove::document::pdf
