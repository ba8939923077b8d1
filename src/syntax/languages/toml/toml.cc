#include "syntax/languages/languages.h"
#include "syntax/tree/nesting.h"

extern "C" const TSLanguage* tree_sitter_toml();

namespace grove::syntax {
namespace {

/// `[a.b]`, `[[bin]]`: the key comes first.
Descend table(Walk& walk, TSNode node, const Rule&) {
  const TSNode key = first_named(walk, node);
  if (ts_node_is_null(key)) return Descend::kNo;
  walk.open_symbol({.node = node, .kind = Kind::kConfig, .name = key, .body = find_child(walk, node, "pair")});
  return Descend::kYes;
}

constexpr Rule kRules[] = {
    {.node = "table", .hook = table},
    {.node = "table_array_element", .hook = table},
    {.node = "comment", .act = Act::kComment},
};

}  // namespace

const LanguageDefinition kTomlLanguage = {.language = Language::kToml, .grammar = tree_sitter_toml, .rules = kRules};

}  // namespace grove::syntax
