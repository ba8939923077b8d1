#include <algorithm>
#include <array>

#include "syntax/languages/languages.h"
#include "syntax/tree/nesting.h"

extern "C" const TSLanguage* tree_sitter_html();

namespace grove::syntax {
namespace {

constexpr std::uint32_t kMaxNesting = 4;
constexpr std::array<std::string_view, 10> kParts = {"section", "article", "main",     "header", "footer",
                                                     "nav",     "form",    "template", "dialog", "aside"};

TSNode attribute(Walk& walk, TSNode tag, std::string_view wanted) {
  for (auto all = walk.children(tag); all.next_named();) {
    if (!walk.is(all.node(), "attribute")) continue;
    auto parts = walk.children(all.node());
    if (parts.next_named() && walk.text(parts.node()) == wanted && parts.next_named()) return parts.node();
  }
  return {};
}

void add_import(Walk& walk, TSNode tag, std::string_view attribute_name) {
  const TSNode value = attribute(walk, tag, attribute_name);
  if (ts_node_is_null(value)) return;
  walk.add_import({.module = walk.intern_snippet(unquoted(walk.text(value))), .begin = ts_node_start_byte(value)});
}

/// Elements that have an `id`, and the parts of a page.
Descend element(Walk& walk, TSNode node, const Rule&) {
  const TSNode tag = first_named(walk, node);
  const TSNode tag_name = first_named(walk, tag);
  if (walk.text(tag_name) == "link") add_import(walk, tag, "href");
  if (!spans_lines(node) || nesting(walk) >= kMaxNesting || !walk.is(tag, "start_tag")) return Descend::kYes;
  TSNode name = attribute(walk, tag, "id");
  const bool part = std::ranges::find(kParts, walk.text(tag_name)) != kParts.end();
  if (ts_node_is_null(name) && part) name = tag_name;
  if (ts_node_is_null(name)) return Descend::kYes;
  walk.open_symbol({.node = node, .kind = Kind::kSection, .name = name, .name_text = unquoted(walk.text(name))});
  walk.top().body_begin = ts_node_end_byte(tag);
  return Descend::kYes;
}

Descend script(Walk& walk, TSNode node, const Rule&) {
  add_import(walk, first_named(walk, node), "src");
  return Descend::kNo;
}

constexpr Rule kRules[] = {
    {.node = "element", .hook = element},
    {.node = "script_element", .hook = script},
    {.node = "style_element", .act = Act::kSkip},
    {.node = "comment", .act = Act::kComment},
};

}  // namespace

const LanguageDefinition kHtmlLanguage = {.language = Language::kHtml, .grammar = tree_sitter_html, .rules = kRules, .separator = " > "};

}  // namespace grove::syntax
