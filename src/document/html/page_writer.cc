#include "document/html/page_writer.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "base/text.h"
#include "document/html/element_roles.h"
#include "document/html/table_rows.h"

namespace grove::document {
namespace {

using Gap = TextBuilder::Gap;
using namespace std::string_view_literals;

constexpr std::array kNavigationRoles = {"navigation"sv, "banner"sv, "contentinfo"sv, "search"sv, "menu"sv, "menubar"sv, "doc-toc"sv};
constexpr std::array kSections = {"article"sv, "aside"sv, "main"sv, "section"sv};

template <std::size_t kSize>
bool is_one_of(std::string_view name, const std::array<std::string_view, kSize>& names) {
  return std::ranges::find(names, name) != names.end();
}

class PageWriter {
 public:
  PageWriter(const MarkupTree& tree, TextBuilder& text) : tree_(tree), text_(text) {}

  void write_children(std::uint32_t index) {
    for (std::uint32_t child = tree_[index].first_child; child != MarkupNode::kNone && !text_.is_full(); child = tree_[child].next)
      write(child);
  }

 private:
  void write(std::uint32_t index) {
    const MarkupNode& node = tree_[index];
    if (node.is_text()) return preformatted_ ? text_.verbatim(node.text) : text_.text(node.text);
    if (is_left_out(index)) return;
    if (const std::uint32_t level = heading_level(node.name)) return write_heading(index, level);
    if (node.name == "br") return text_.gap(Gap::kLine);
    if (node.name == "pre") return write_preformatted(index);
    if (node.name == "table" && is_data_table(tree_, index)) return write_table(index);
    if (node.name == "li") return write_item(index);
    if (node.name == "td" || node.name == "th") text_.text(" ");
    const Gap gap = is_list_in_list(index) ? Gap::kLine : gap_around(node.name);
    text_.gap(gap);
    write_children(index);
    text_.gap(gap);
  }

  bool is_list_in_list(std::uint32_t index) const {
    const MarkupNode& node = tree_[index];
    return (node.name == "ul" || node.name == "ol") && tree_[node.parent].name == "li";
  }

  bool is_left_out(std::uint32_t index) const {
    const MarkupNode& node = tree_[index];
    if (is_never_read(node) || is_one_of(node.attribute("role"), kNavigationRoles)) return true;
    if (node.name == "header" || node.name == "footer") return !lies_in_section(index);
    return node.name == "a" && is_mark_of_heading(index);
  }

  /// A header or footer of a part of the page, not of the page itself (HTML, "the header element").
  bool lies_in_section(std::uint32_t index) const {
    for (std::uint32_t above = tree_[index].parent; above != MarkupNode::kNone; above = tree_[above].parent)
      if (is_one_of(tree_[above].name, kSections) || tree_[above].attribute("role") == "main") return true;
    return false;
  }

  /// A link within the page that shows a sign and no word: how generators offer a heading's address.
  bool is_mark_of_heading(std::uint32_t index) const {
    const MarkupNode& node = tree_[index];
    if (!node.attribute("href").starts_with("#") || node.first_child == MarkupNode::kNone || node.first_child != node.last_child)
      return false;
    const std::string_view shown = trim(tree_[node.first_child].text);
    return shown == "¶" || shown == "#" || shown == "§" || shown == "🔗" || shown == "\uF0C1" || shown == "∞";
  }

  void write_heading(std::uint32_t index, std::uint32_t level) {
    if (in_heading_) return write_children(index);
    in_heading_ = true;
    text_.begin_heading(level);
    write_children(index);
    text_.end_heading();
    in_heading_ = false;
  }

  void write_preformatted(std::uint32_t index) {
    text_.gap(Gap::kParagraph);
    const bool outer = preformatted_;
    preformatted_ = true;
    write_children(index);
    preformatted_ = outer;
    text_.gap(Gap::kParagraph);
  }

  void write_table(std::uint32_t index) {
    const TableRows table = rows_of(tree_, index);
    for (const std::string& caption : table.captions) text_.paragraph(caption);
    text_.begin_table();
    for (const TableRows::Row& row : table.rows)
      text_.row(row.cells, row.names_columns ? TextBuilder::Row::kNames : TextBuilder::Row::kCells);
    text_.end_table();
  }

  void write_item(std::uint32_t index) {
    text_.begin_item(tree_[tree_[index].parent].name == "ol" ? std::to_string(number_of_item(index)) + "." : "-");
    write_children(index);
    text_.end_item();
  }

  /// Counts on from the item before in the list; `start` and `value` set the count.
  long number_of_item(std::uint32_t index) {
    const std::uint32_t list = tree_[index].parent;
    const auto count = next_number_.try_emplace(list, number_in(tree_[list].attribute("start"), 1)).first;
    count->second = number_in(tree_[index].attribute("value"), count->second);
    return count->second++;
  }

  static long number_in(std::string_view digits, long otherwise) {
    constexpr std::size_t kMostDigits = 6;
    const bool number = !digits.empty() && digits.size() <= kMostDigits && digits.find_first_not_of("0123456789") == std::string_view::npos;
    return number ? std::stol(std::string(digits)) : otherwise;
  }

  const MarkupTree& tree_;
  TextBuilder& text_;
  bool preformatted_ = false;
  bool in_heading_ = false;
  std::unordered_map<std::uint32_t, long> next_number_;  // of each numbered list
};

/// The main element, by name or role; 0 where there is none, or it is empty.
std::uint32_t main_of(const MarkupTree& tree) {
  for (std::uint32_t i = 1; i < tree.size(); ++i)
    if ((tree[i].name == "main" || tree[i].attribute("role") == "main") && tree[i].first_child != MarkupNode::kNone) return i;
  return MarkupNode::kNone;
}

}  // namespace

void write_page(const MarkupTree& tree, TextBuilder& text) {
  text.gap(Gap::kParagraph);
  PageWriter(tree, text).write_children(main_of(tree));
  text.gap(Gap::kParagraph);
}

std::string page_title(const MarkupTree& tree) {
  std::string title;
  const std::uint32_t element = tree.find("title");
  if (element == MarkupNode::kNone) return title;
  for (std::uint32_t child = tree[element].first_child; child != MarkupNode::kNone; child = tree[child].next) title += tree[child].text;
  return collapsed(title);
}

}  // namespace grove::document
