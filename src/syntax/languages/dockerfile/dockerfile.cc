#include "syntax/languages/languages.h"
#include "syntax/tree/nesting.h"

extern "C" const TSLanguage* tree_sitter_containerfile();

namespace grove::syntax {
namespace {

/// A stage, named by its alias, else by its image.
Descend from(Walk& walk, TSNode node, const Rule&) {
  const TSNode image = walk.child_of_type(node, "image_spec");
  const TSNode alias = walk.child_of_type(node, "image_alias");
  if (ts_node_is_null(image)) return Descend::kNo;
  walk.add_symbol({.node = node, .kind = Kind::kConfig, .name = ts_node_is_null(alias) ? image : alias}, kNone);
  walk.add_import({.module = walk.intern_snippet(image), .alias = walk.intern_snippet(alias), .begin = ts_node_start_byte(image)});
  return Descend::kNo;
}

Descend variable(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = first_named(walk, node);
  if (!ts_node_is_null(name)) walk.add_symbol({.node = node, .kind = Kind::kConstant, .name = name}, kNone);
  return Descend::kYes;
}

/// A stage lasts until the next one; what is set in it is its own.
void close_stages(Walk& walk) {
  auto& symbols = walk.facts().symbols;
  Index stage = kNone;
  std::uint32_t end = static_cast<std::uint32_t>(walk.text().size());
  for (Index i = 0; i < symbols.size(); ++i) {
    if (symbols[i].kind == Kind::kConfig)
      stage = i;
    else
      symbols[i].parent = stage;
  }
  for (auto i = static_cast<Index>(symbols.size()); i-- > 0;) {
    if (symbols[i].kind != Kind::kConfig) continue;
    const std::size_t last = walk.text().substr(0, end).find_last_not_of(" \t\r\n");
    symbols[i].range.end = std::max(symbols[i].range.end, static_cast<std::uint32_t>(last) + 1);
    end = symbols[i].doc.empty() ? symbols[i].range.begin : symbols[i].doc.begin;
  }
}

constexpr Rule kRules[] = {
    {.node = "from_instruction", .hook = from},
    {.node = "arg_pair", .hook = variable},
    {.node = "env_pair", .hook = variable},
    {.node = "comment", .act = Act::kComment},
};

}  // namespace

const LanguageDefinition kDockerfileLanguage = {
    .language = Language::kDockerfile, .grammar = tree_sitter_containerfile, .rules = kRules, .finish = close_stages};

}  // namespace grove::syntax
