#include "syntax/languages/css/stylesheet.h"
#include "syntax/languages/languages.h"
#include "syntax/tree/nesting.h"

extern "C" const TSLanguage* tree_sitter_scss();

namespace grove::syntax {
namespace {

/// `@mixin name($a)`, `@function name($a)`.
Descend callable(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  if (ts_node_is_null(name)) return Descend::kYes;
  walk.open_symbol({.node = node, .kind = Kind::kFunction, .name = name, .body = find_child(walk, node, "block")});
  return Descend::kYes;
}

Descend parameter(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = first_named(walk, node);
  if (!ts_node_is_null(name)) walk.parameter({.node = node, .name = name, .has_default = ts_node_named_child_count(node) > 1});
  return Descend::kNo;
}

Descend include(Walk& walk, TSNode node, const Rule&) {
  walk.add_call({.leaf = find_child(walk, node, "identifier")}, find_child(walk, node, "arguments"));
  return Descend::kYes;
}

Descend extend(Walk& walk, TSNode node, const Rule&) {
  if (const TSNode base = first_named(walk, node); !ts_node_is_null(base)) walk.add_reference(Role::kInherit, base);
  return Descend::kNo;
}

Descend call(Walk& walk, TSNode node, const Rule&) {
  walk.add_call({.leaf = walk.child_of_type(node, "function_name")}, walk.child_of_type(node, "arguments"));
  return Descend::kYes;
}

Descend variable(Walk& walk, TSNode node, const Rule&) {
  if (!walk.claimed(node) && !walk.is_local(node)) walk.add_reference(Role::kRead, node);
  return Descend::kNo;
}

constexpr Rule kRules[] = {
    {.node = "import_statement", .hook = css_import},
    {.node = "use_statement", .hook = css_import},
    {.node = "forward_statement", .hook = css_import},
    {.node = "rule_set", .hook = css_rule_set},
    {.node = "media_statement", .hook = css_at_rule},
    {.node = "supports_statement", .hook = css_at_rule},
    {.node = "keyframes_statement", .hook = css_at_rule},
    {.node = "at_rule", .hook = css_at_rule},
    {.node = "mixin_statement", .hook = callable},
    {.node = "function_statement", .hook = callable},
    {.node = "parameter", .hook = parameter},
    {.node = "include_statement", .hook = include},
    {.node = "extend_statement", .hook = extend},
    {.node = "call_expression", .hook = call},
    {.node = "variable", .act = Act::kIdentifier, .hook = variable},
    {.node = "declaration", .hook = css_declaration},
    {.node = "selectors", .act = Act::kSkip},
    {.node = "comment", .act = Act::kComment},
    {.node = "js_comment", .act = Act::kComment},
};

}  // namespace

const LanguageDefinition kScssLanguage = {.language = Language::kScss, .grammar = tree_sitter_scss, .rules = kRules, .separator = " "};

}  // namespace grove::syntax
