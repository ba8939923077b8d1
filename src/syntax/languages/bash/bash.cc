#include <array>
#include <cctype>

#include "syntax/languages/languages.h"
#include "syntax/tree/literals.h"
#include "syntax/tree/nesting.h"

extern "C" const TSLanguage* tree_sitter_bash();

namespace grove::syntax {
namespace {

/// A command is a call; `source x` and `. x` bring a file in.
Descend command(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  const TSNode word = first_named(walk, name);
  if (!walk.is(word, "word")) return Descend::kYes;
  const TSNode argument = walk.child(node, Field::kArgument);
  const std::string_view called = walk.text(word);
  if ((called == "source" || called == ".") && !ts_node_is_null(argument)) {
    walk.add_import({.module = walk.intern_snippet(without_quotes(walk.text(argument))), .begin = ts_node_start_byte(argument)});
    return Descend::kYes;
  }
  walk.add_call({.leaf = word}, {});
  return Descend::kYes;
}

/// A variable of the script the first time it is set at the top; in a function a write, unless it is `local`.
Descend assignment(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode name = walk.child(node, Field::kName);
  if (!walk.is(name, "variable_name")) return Descend::kYes;
  if (walk.in_callable() || walk.already_declared(name, kNone)) return walk.act(node, rule);
  const TSNode value = walk.child(node, Field::kValue);
  const Index symbol =
      walk.open_symbol({.node = node, .kind = walk.is_constant_name(walk.text(name)) ? Kind::kConstant : Kind::kField, .name = name});
  if (!ts_node_is_null(value)) walk.top().value_begin = ts_node_start_byte(value);
  walk.add_binding(symbol, name, 0, value);
  return Descend::kYes;
}

/// `local a b=1`, `declare x` in a function.
Descend declaration(Walk& walk, TSNode node, const Rule&) {
  if (!walk.in_callable() || walk.text(node).starts_with("export")) return Descend::kYes;
  for (auto all = walk.children(node); all.next_named();) {
    const TSNode name = walk.is(all.node(), "variable_assignment") ? walk.child(all.node(), Field::kName) : all.node();
    if (walk.is(name, "variable_name")) walk.declare_local(name);
  }
  return Descend::kYes;
}

/// `$1`, `$@`, `$?` are no names.
Descend variable_name(Walk& walk, TSNode node, const Rule& rule) {
  const std::string_view name = walk.text(node);
  if (name.empty() || (std::isalpha(static_cast<unsigned char>(name.front())) == 0 && name.front() != '_')) return Descend::kNo;
  return walk.act(node, rule);
}

constexpr Rule kRules[] = {
    {.node = "function_definition", .act = Act::kSymbol, .name = Field::kName, .body = Field::kBody},
    {.node = "command", .hook = command},
    {.node = "variable_assignment", .act = Act::kAssignment, .name = Field::kName, .value = Field::kValue, .hook = assignment},
    {.node = "declaration_command", .hook = declaration},
    {.node = "variable_name", .act = Act::kIdentifier, .hook = variable_name},
    {.node = "comment", .act = Act::kComment},
};

constexpr ShapeRule kShapes[] = {
    {"string", Shape::kString}, {"raw_string", Shape::kString}, {"number", Shape::kNumber},         {"word", Shape::kName},
    {"array", Shape::kArray},   {"expansion", Shape::kPart},    {"simple_expansion", Shape::kPart},
};

}  // namespace

const LanguageDefinition kBashLanguage = {
    .language = Language::kBash, .grammar = tree_sitter_bash, .rules = kRules, .shapes = kShapes, .self = ""};

}  // namespace grove::syntax
