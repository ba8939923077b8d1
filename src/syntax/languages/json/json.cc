#include "syntax/languages/languages.h"
#include "syntax/tree/nesting.h"

extern "C" const TSLanguage* tree_sitter_json();

namespace grove::syntax {
namespace {

constexpr std::uint32_t kMaxNesting = 3;  // OpenAPI's paths, path and verb

/// A key that holds an object or array over several lines is a block of configuration.
Descend pair(Walk& walk, TSNode node, const Rule&) {
  const TSNode value = walk.child(node, Field::kValue);
  const bool holds = walk.is(value, "object") || walk.is(value, "array");
  if (!holds || !spans_lines(value)) return Descend::kNo;
  const TSNode key = walk.child(node, Field::kKey);
  if (nesting(walk) >= kMaxNesting || ts_node_is_null(key)) return Descend::kYes;
  walk.open_symbol({.node = node, .kind = Kind::kConfig, .name = key, .name_text = unquoted(walk.text(key)), .body = value});
  return Descend::kYes;
}

constexpr Rule kRules[] = {
    {.node = "pair", .hook = pair},
    {.node = "comment", .act = Act::kComment},
};

}  // namespace

const LanguageDefinition kJsonLanguage = {.language = Language::kJson, .grammar = tree_sitter_json, .rules = kRules};

}  // namespace grove::syntax
