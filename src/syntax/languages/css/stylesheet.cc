#include "syntax/languages/css/stylesheet.h"

#include <string>

#include "base/text.h"
#include "syntax/tree/literals.h"
#include "syntax/tree/nesting.h"

namespace grove::syntax {
namespace {

constexpr std::size_t kNameBytes = 80;

std::string one_line(std::string_view text) {
  std::string line;
  for (const std::string_view word : split_words(text)) {
    if (line.size() + word.size() > kNameBytes) break;
    if (!line.empty()) line += ' ';
    line += word;
  }
  return line;
}

Descend open_section(Walk& walk, TSNode node, TSNode name, TSNode block) {
  const std::uint32_t begin = ts_node_start_byte(node);
  const std::uint32_t end = ts_node_is_null(block) ? ts_node_end_byte(node) : ts_node_start_byte(block);
  const std::string title = one_line(walk.text().substr(begin, end - begin));
  walk.open_symbol(
      {.node = node, .kind = Kind::kSection, .name = name, .name_text = title.empty() ? walk.text(name) : title, .body = block});
  return Descend::kYes;
}

}  // namespace

Descend css_rule_set(Walk& walk, TSNode node, const Rule&) {
  const TSNode selectors = first_named(walk, node);
  if (ts_node_is_null(selectors)) return Descend::kYes;
  return open_section(walk, node, selectors, find_child(walk, node, "block"));
}

Descend css_at_rule(Walk& walk, TSNode node, const Rule&) {
  const TSNode block = find_child(walk, node, "block", "keyframe_block_list");
  if (ts_node_is_null(block)) return Descend::kYes;
  return open_section(walk, node, first_named(walk, node), block);
}

Descend css_declaration(Walk& walk, TSNode node, const Rule&) {
  const TSNode property = first_named(walk, node);
  const std::string_view name = walk.text(property);
  const bool variable = name.starts_with("--") || name.starts_with("$");
  if (!variable || walk.in_callable()) return Descend::kYes;
  if (walk.already_declared(property, kNone)) return Descend::kYes;
  walk.add_symbol({.node = node, .kind = Kind::kField, .name = property}, walk.symbol());
  return Descend::kYes;
}

Descend css_import(Walk& walk, TSNode node, const Rule&) {
  for (auto all = walk.children(node); all.next_named();) {
    TSNode value = all.node();
    if (walk.is(value, "call_expression")) value = last_named(walk, value);  // url("…")
    if (walk.is(value, "arguments")) value = first_named(walk, value);
    if (!walk.is(value, "string_value") && !walk.is(value, "plain_value")) continue;
    walk.add_import({.module = walk.intern_snippet(without_quotes(walk.text(value))), .begin = ts_node_start_byte(value)});
  }
  return Descend::kNo;
}

}  // namespace grove::syntax
