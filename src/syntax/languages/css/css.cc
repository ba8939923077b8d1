#include <string>

#include "base/text.h"
#include "syntax/languages/languages.h"
#include "syntax/tree/literals.h"
#include "syntax/tree/nesting.h"

extern "C" const TSLanguage* tree_sitter_css();

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

/// `.card, .box > a { … }`: a section named by its selectors.
Descend rule_set(Walk& walk, TSNode node, const Rule&) {
  const TSNode selectors = first_named(walk, node);
  if (ts_node_is_null(selectors)) return Descend::kYes;
  return open_section(walk, node, selectors, find_child(walk, node, "block"));
}

/// `@media (…) { … }`, `@keyframes spin { … }`: a section named by all that stands before its block.
Descend at_rule(Walk& walk, TSNode node, const Rule&) {
  const TSNode block = find_child(walk, node, "block", "keyframe_block_list");
  if (ts_node_is_null(block)) return Descend::kYes;
  return open_section(walk, node, first_named(walk, node), block);
}

/// `--main: #fff`: a variable; other declarations say nothing of their own.
Descend declaration(Walk& walk, TSNode node, const Rule&) {
  const TSNode property = first_named(walk, node);
  const std::string_view name = walk.text(property);
  if (!name.starts_with("--")) return Descend::kYes;
  if (walk.already_declared(property, kNone)) return Descend::kYes;
  walk.add_symbol({.node = node, .kind = Kind::kField, .name = property}, walk.symbol());
  return Descend::kYes;
}

/// `@import "a.css"`, `@import url(a.css)`.
Descend import(Walk& walk, TSNode node, const Rule&) {
  for (auto all = walk.children(node); all.next_named();) {
    TSNode value = all.node();
    if (walk.is(value, "call_expression")) value = last_named(walk, value);  // url("…")
    if (walk.is(value, "arguments")) value = first_named(walk, value);
    if (!walk.is(value, "string_value") && !walk.is(value, "plain_value")) continue;
    walk.add_import({.module = walk.intern_snippet(without_quotes(walk.text(value))), .begin = ts_node_start_byte(value)});
  }
  return Descend::kNo;
}

constexpr Rule kRules[] = {
    {.node = "import_statement", .hook = import},     {.node = "rule_set", .hook = rule_set},
    {.node = "media_statement", .hook = at_rule},     {.node = "supports_statement", .hook = at_rule},
    {.node = "keyframes_statement", .hook = at_rule}, {.node = "at_rule", .hook = at_rule},
    {.node = "declaration", .hook = declaration},     {.node = "selectors", .act = Act::kSkip},
    {.node = "comment", .act = Act::kComment},
};

}  // namespace

const LanguageDefinition kCssLanguage = {.language = Language::kCss, .grammar = tree_sitter_css, .rules = kRules, .separator = " "};

}  // namespace grove::syntax
