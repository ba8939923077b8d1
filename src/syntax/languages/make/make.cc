#include <cctype>

#include "syntax/languages/languages.h"
#include "syntax/tree/nesting.h"

extern "C" const TSLanguage* tree_sitter_make();

namespace grove::syntax {
namespace {

/// `.PHONY`, `.SUFFIXES`: words to make itself.
bool is_special(std::string_view target) {
  return target.size() > 1 && target.front() == '.' && std::isupper(static_cast<unsigned char>(target[1])) != 0;
}

/// A rule is a function named by its first target that calls what it needs.
Descend rule(Walk& walk, TSNode node, const Rule&) {
  const TSNode targets = walk.child_of_type(node, "targets");
  const TSNode name = first_named(walk, targets);
  if (ts_node_is_null(name) || is_special(walk.text(name))) return Descend::kYes;
  walk.open_symbol({.node = node, .kind = Kind::kFunction, .name = name, .body = walk.child_of_type(node, "recipe")});
  if (const TSNode needs = walk.child_of_type(node, "prerequisites"); !ts_node_is_null(needs))
    for (auto all = walk.children(needs); all.next_named();)
      if (walk.is(all.node(), "word")) walk.add_reference(Role::kCall, all.node());
  return Descend::kYes;
}

Descend variable(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode name = walk.child(node, Field::kName);
  if (ts_node_is_null(name)) return Descend::kYes;
  if (rule.kind != Kind::kMacro && walk.already_declared(name, kNone)) {
    walk.add_reference(Role::kWrite, name);
    return Descend::kYes;
  }
  walk.open_symbol({.node = node, .kind = rule.kind, .name = name});
  return Descend::kYes;
}

Descend variable_reference(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = first_named(walk, node);
  if (walk.is(name, "word")) walk.add_reference(Role::kRead, name);
  return Descend::kYes;
}

Descend include(Walk& walk, TSNode node, const Rule&) {
  const TSNode files = first_named(walk, node);
  if (ts_node_is_null(files)) return Descend::kNo;
  for (auto all = walk.children(files); all.next_named();)
    walk.add_import({.module = walk.intern_snippet(all.node()), .begin = ts_node_start_byte(all.node())});
  return Descend::kNo;
}

constexpr Rule kRules[] = {
    {.node = "rule", .hook = rule},
    {.node = "variable_assignment", .kind = Kind::kField, .hook = variable},
    {.node = "shell_assignment", .kind = Kind::kField, .hook = variable},
    {.node = "define_directive", .kind = Kind::kMacro, .hook = variable},
    {.node = "variable_reference", .hook = variable_reference},
    {.node = "include_directive", .hook = include},
    {.node = "comment", .act = Act::kComment},
};

}  // namespace

const LanguageDefinition kMakeLanguage = {.language = Language::kMake, .grammar = tree_sitter_make, .rules = kRules};

}  // namespace grove::syntax
