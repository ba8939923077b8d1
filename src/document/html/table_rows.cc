#include "document/html/table_rows.h"

#include <algorithm>

#include "document/html/element_roles.h"
#include "document/text_builder.h"

namespace grove::document {
namespace {

template <class Visit>
void for_children(const MarkupTree& tree, std::uint32_t index, const Visit& visit) {
  for (std::uint32_t child = tree[index].first_child; child != MarkupNode::kNone; child = tree[child].next) visit(child);
}

void append_words(const MarkupTree& tree, std::uint32_t index, std::string& words) {
  for_children(tree, index, [&](std::uint32_t child) {
    const MarkupNode& node = tree[child];
    if (node.is_text()) {
      words += node.text;
    } else if (!is_never_read(node)) {
      const bool apart = gap_around(node.name) != TextBuilder::Gap::kNone || node.name == "br";
      if (apart) words += ' ';
      append_words(tree, child, words);
      if (apart) words += ' ';
    }
  });
}

std::string line_of(const MarkupTree& tree, std::uint32_t index) {
  std::string words;
  append_words(tree, index, words);
  return collapsed(words);
}

/// Cells below a node, up to two; what makes it no table of data counts as none.
struct Evidence {
  int cells = 0;
  bool lays_out = false;
};

void look_below(const MarkupTree& tree, std::uint32_t index, Evidence& evidence) {
  for_children(tree, index, [&](std::uint32_t child) {
    if (evidence.lays_out) return;
    const MarkupNode& node = tree[child];
    if (node.name == "td" || node.name == "th") ++evidence.cells;
    evidence.lays_out = node.name == "table" || node.name == "pre" || heading_level(node.name) > 0;
    look_below(tree, child, evidence);
  });
}

TableRows::Row row_of(const MarkupTree& tree, std::uint32_t index, bool in_head) {
  TableRows::Row row;
  bool all_headers = true;
  for_children(tree, index, [&](std::uint32_t child) {
    const MarkupNode& node = tree[child];
    if (node.name != "td" && node.name != "th") return;
    row.cells.push_back(line_of(tree, child));
    all_headers = all_headers && node.name == "th";
  });
  row.names_columns = !row.cells.empty() && (in_head || all_headers);
  return row;
}

void take_rows(const MarkupTree& tree, std::uint32_t index, TableRows& table) {
  const bool in_head = tree[index].name == "thead";
  for_children(tree, index, [&](std::uint32_t child) {
    const std::string_view name = tree[child].name;
    if (name == "tr") table.rows.push_back(row_of(tree, child, in_head));
    if (name == "caption") table.captions.push_back(line_of(tree, child));
    if (name == "thead" || name == "tbody" || name == "tfoot") take_rows(tree, child, table);
  });
}

}  // namespace

bool is_data_table(const MarkupTree& tree, std::uint32_t table) {
  const std::string_view role = tree[table].attribute("role");
  if (role == "presentation" || role == "none") return false;
  Evidence evidence;
  look_below(tree, table, evidence);
  return !evidence.lays_out && evidence.cells > 1;
}

TableRows rows_of(const MarkupTree& tree, std::uint32_t table) {
  TableRows rows;
  take_rows(tree, table, rows);
  return rows;
}

}  // namespace grove::document
