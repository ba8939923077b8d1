#include "document/office/docx_numbering.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "base/text.h"

namespace grove::document {
namespace {

constexpr std::uint32_t kLargestRoman = 3999;

std::string roman(std::uint32_t number) {
  constexpr std::pair<std::uint32_t, std::string_view> kDigits[] = {{1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"}, {100, "c"},
                                                                    {90, "xc"},  {50, "l"},   {40, "xl"}, {10, "x"},   {9, "ix"},
                                                                    {5, "v"},    {4, "iv"},   {1, "i"}};
  std::string out;
  for (const auto& [value, digits] : kDigits)
    for (; number >= value; number -= value) out += digits;
  return out;
}

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(), [](char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); });
  return text;
}

std::string_view value_of(const MarkupTree& tree, std::uint32_t element, std::string_view child) {
  const std::uint32_t found = tree.child(element, child);
  return found == MarkupNode::kNone ? std::string_view() : tree[found].attribute("w:val");
}

}  // namespace

std::string formatted_number(std::uint32_t number, std::string_view format) {
  constexpr std::uint32_t kLetters = 26;
  constexpr std::uint32_t kMostRepeats = 10;
  const bool has_letters = number >= 1 && number <= kLetters * kMostRepeats;
  if (format == "lowerRoman" && number <= kLargestRoman) return roman(number);
  if (format == "upperRoman" && number <= kLargestRoman) return upper(roman(number));
  // After z come aa, bb, cc.
  const std::string letters =
      has_letters ? std::string((number - 1) / kLetters + 1, static_cast<char>('a' + (number - 1) % kLetters)) : std::to_string(number);
  if (format == "lowerLetter") return letters;
  if (format == "upperLetter") return upper(letters);
  return std::to_string(number);
}

void DocxNumbering::take_level(const MarkupTree& tree, std::uint32_t element, Definition& definition) {
  const std::string_view index = tree[element].attribute("w:ilvl");
  if (index.size() != 1 || index[0] < '0' || index[0] > '8') return;
  Level& level = definition.levels[static_cast<std::size_t>(index[0] - '0')];
  level.format = std::string(value_of(tree, element, "numFmt"));
  level.text = std::string(value_of(tree, element, "lvlText"));
  const std::string_view start = value_of(tree, element, "start");
  const bool number = !start.empty() && start.size() <= 6 && start.find_first_not_of("0123456789") == std::string_view::npos;
  if (number) level.start = static_cast<std::uint32_t>(std::stoul(std::string(start)));
}

DocxNumbering::DocxNumbering(const MarkupTree& numbering) {
  const std::uint32_t root = numbering.child(0, "numbering");
  if (root == MarkupNode::kNone) return;
  for (std::uint32_t child = numbering[root].first_child; child != MarkupNode::kNone; child = numbering[child].next) {
    const MarkupNode& node = numbering[child];
    if (node.name == "num") of_list_[std::string(node.attribute("w:numId"))] = std::string(value_of(numbering, child, "abstractNumId"));
    if (node.name != "abstractNum") continue;
    Definition& definition = definitions_[std::string(node.attribute("w:abstractNumId"))];
    for (std::uint32_t level = node.first_child; level != MarkupNode::kNone; level = numbering[level].next)
      if (numbering[level].name == "lvl") take_level(numbering, level, definition);
  }
}

std::string DocxNumbering::next_label(std::string_view list, std::uint32_t level) {
  const auto named = of_list_.find(list);
  const auto found = named == of_list_.end() ? definitions_.end() : definitions_.find(named->second);
  if (found == definitions_.end() || level >= kLevels) return {};
  Definition& definition = found->second;
  auto& counts = definition.counts;
  counts[level] = counts[level] == 0 ? definition.levels[level].start : counts[level] + 1;
  std::fill(counts.begin() + level + 1, counts.end(), 0);
  if (definition.levels[level].format == "bullet") return "-";
  if (definition.levels[level].format == "none") return {};
  std::string label = definition.levels[level].text;
  for (std::size_t i = 0; i <= level; ++i) {
    const std::uint32_t count = counts[i] == 0 ? definition.levels[i].start : counts[i];
    label = replace_all(std::move(label), "%" + std::to_string(i + 1), formatted_number(count, definition.levels[i].format));
  }
  return label;
}

}  // namespace grove::document
