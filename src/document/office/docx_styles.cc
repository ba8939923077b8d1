#include "document/office/docx_styles.h"

#include "base/text.h"

namespace grove::document {
namespace {

constexpr std::uint32_t kBodyText = 9;
constexpr int kLongestChain = 20;

std::optional<std::uint32_t> small_number(std::string_view digits) {
  if (digits.empty() || digits.size() > 4 || digits.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  return static_cast<std::uint32_t>(std::stoul(std::string(digits)));
}

/// "heading 3" is on level 3 whatever its properties say: its name is the same in every language.
std::optional<std::uint32_t> level_in_name(std::string_view name) {
  const std::string lowered = to_lower_ascii(name);
  if (!lowered.starts_with("heading ")) return std::nullopt;
  const auto level = small_number(std::string_view(lowered).substr(8));
  return level && *level >= 1 && *level <= kBodyText ? std::optional(*level - 1) : std::nullopt;
}

std::string_view value_at(const MarkupTree& tree, std::uint32_t from, std::string_view path) {
  const std::uint32_t element = tree.descend(from, path);
  return element == MarkupNode::kNone ? std::string_view() : tree[element].attribute("w:val");
}

}  // namespace

void DocxStyles::take_properties(const MarkupTree& tree, std::uint32_t properties, Style& style) {
  if (properties == MarkupNode::kNone) return;
  if (const auto outline = small_number(value_at(tree, properties, "outlineLvl"))) style.outline = outline;
  if (const std::string_view list = value_at(tree, properties, "numPr/numId"); !list.empty()) style.list = std::string(list);
  if (const auto level = small_number(value_at(tree, properties, "numPr/ilvl"))) style.list_level = level;
}

DocxStyles::DocxStyles(const MarkupTree& styles) {
  const std::uint32_t root = styles.child(0, "styles");
  if (root == MarkupNode::kNone) return;
  for (std::uint32_t child = styles[root].first_child; child != MarkupNode::kNone; child = styles[child].next) {
    if (styles[child].name != "style") continue;
    Style style;
    style.based_on = std::string(value_at(styles, child, "basedOn"));
    take_properties(styles, styles.child(child, "pPr"), style);
    const std::string_view name = value_at(styles, child, "name");
    if (const auto level = level_in_name(name)) style.outline = level;
    style.is_title = equals_ignoring_ascii_case(name, "title");
    styles_[std::string(styles[child].attribute("w:styleId"))] = std::move(style);
  }
}

DocxStyles::Style DocxStyles::resolved(std::string_view id) const {
  Style style;
  auto found = styles_.find(id);
  for (int i = 0; i < kLongestChain && found != styles_.end(); ++i) {
    const Style& base = found->second;
    if (!style.outline) style.outline = base.outline;
    if (!style.list) style.list = base.list;
    if (!style.list_level) style.list_level = base.list_level;
    style.is_title = style.is_title || base.is_title;
    found = styles_.find(base.based_on);
  }
  return style;
}

ParagraphStyle DocxStyles::of_paragraph(const MarkupTree& tree, std::uint32_t paragraph) const {
  const std::uint32_t properties = tree.child(paragraph, "pPr");
  if (properties == MarkupNode::kNone) return {};
  Style own;
  take_properties(tree, properties, own);
  const std::string_view named = value_at(tree, properties, "pStyle");
  const Style style = named.empty() ? Style{} : resolved(named);
  const std::uint32_t outline = own.outline.value_or(style.outline.value_or(kBodyText));
  const std::uint32_t level = outline < kBodyText ? outline + 1 : 0;
  return {.heading_level = level == 0 && style.is_title ? 1 : level,
          .is_title = style.is_title,
          .list = own.list.value_or(style.list.value_or("")),
          .list_level = own.list_level.value_or(style.list_level.value_or(0))};
}

}  // namespace grove::document
