#include "syntax/languages/languages.h"
#include "syntax/tree/literals.h"
#include "syntax/tree/nesting.h"

extern "C" const TSLanguage* tree_sitter_lua();

namespace grove::syntax {
namespace {

bool is_member(Walk& walk, TSNode node) { return walk.is(node, "dot_index_expression") || walk.is(node, "method_index_expression"); }

/// `f`, `M.f`, `M:f`, `a.b.c`: what stands before the name is the receiver.
Index open_function(Walk& walk, TSNode node, TSNode name, TSNode function) {
  SymbolDraft draft{.node = node, .name = name, .body = walk.child(function, Field::kBody)};
  if (!walk.is(function, "function_declaration")) draft.function = function;
  if (is_member(walk, name)) {
    const TSNode table = walk.child(name, Field::kTable);
    draft.kind = walk.is(name, "method_index_expression") ? Kind::kMethod : Kind::kFunction;
    draft.receiver = walk.text(table);
    draft.name = walk.child(name, draft.kind == Kind::kMethod ? Field::kMethod : Field::kField);
    for (auto all = walk.children(name); all.next_named();) walk.claim(all.node());
  } else if (walk.in_callable()) {
    walk.declare_local(name);
  }
  return walk.open_symbol(draft);
}

Descend function_declaration(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  if (ts_node_is_null(name)) return Descend::kYes;
  const bool local = walk.text(node).starts_with("local");
  walk.facts().symbols[open_function(walk, node, name, node)].flags |= local ? kSymbolPrivate : 0;
  return Descend::kYes;
}

Descend parameters(Walk& walk, TSNode node, const Rule&) {
  for (auto all = walk.children(node); all.next_named();)
    walk.bare_parameter({.node = all.node(), .name = all.node(), .variadic = walk.is(all.node(), "vararg_expression")});
  return Descend::kNo;
}

struct Sides {
  TSNode names{};
  TSNode values{};
};
Sides sides_of(Walk& walk, TSNode assignment) {
  Sides sides;
  for (auto all = walk.children(assignment); all.next_named();) (ts_node_is_null(sides.names) ? sides.names : sides.values) = all.node();
  return sides;
}

/// `local json = require("json")`.
void import_of(Walk& walk, TSNode value, TSNode alias) {
  const TSNode argument = first_named(walk, walk.child(value, Field::kArguments));
  if (!walk.is(argument, "string")) return;
  walk.add_import({.module = walk.intern(without_quotes(walk.text(argument))),
                   .alias = walk.intern_snippet(alias),
                   .begin = ts_node_start_byte(argument)});
}

/// `name = value`: a function, a variable of the file, or a write.
Descend assignment(Walk& walk, TSNode node, const Rule&) {
  const Sides sides = sides_of(walk, node);
  const TSNode name = first_named(walk, sides.names);
  const TSNode value = first_named(walk, sides.values);
  const bool local = walk.top().act == Act::kDeclare;
  if (ts_node_is_null(name)) return Descend::kYes;
  if (walk.is(value, "function_definition") && ts_node_named_child_count(sides.names) == 1) {
    open_function(walk, node, name, value);
    return Descend::kYes;
  }
  if (walk.in_callable()) {
    for (auto all = walk.children(sides.names); all.next_named();) {
      const NamePath path = walk.name_path(all.node());
      if (local && !ts_node_is_null(path.leaf))
        walk.claim(path.leaf), walk.declare_local(path.leaf);
      else if (!ts_node_is_null(path.leaf) && !walk.is_local(all.node()))
        walk.add_reference(Role::kWrite, path.leaf, walk.receiver_of(path));
    }
    if (local) walk.add_binding(walk.symbol(), name, 0, value);
    return Descend::kYes;
  }
  const NamePath path = walk.name_path(name);
  if (ts_node_is_null(path.leaf)) return Descend::kYes;
  if (!ts_node_is_null(path.object) || walk.already_declared(path.leaf, walk.symbol())) {
    walk.add_reference(Role::kWrite, path.leaf, walk.receiver_of(path));
    if (walk.is(value, "table_constructor")) walk.push_frame(Act::kNone, node).receiver = walk.intern_snippet(name);
    return Descend::kYes;
  }
  const Kind kind = walk.is_constant_name(walk.text(name)) ? Kind::kConstant : Kind::kField;
  const Index symbol = walk.open_symbol({.node = node, .kind = kind, .name = name});
  if (!ts_node_is_null(value)) walk.top().value_begin = ts_node_start_byte(value);
  walk.add_binding(symbol, name, 0, value);
  if (local) walk.facts().symbols[symbol].flags |= kSymbolPrivate;
  return Descend::kYes;
}

Descend local_declaration(Walk& walk, TSNode node, const Rule&) {
  walk.push_frame(Act::kDeclare, node);
  if (walk.in_callable()) {
    const TSNode names = first_named(walk, node);
    if (walk.is(names, "variable_list"))
      for (auto all = walk.children(names); all.next_named();) walk.claim(all.node()), walk.declare_local(all.node());
  }
  return Descend::kYes;
}

Descend call(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode name = walk.child(node, Field::kName);
  if (walk.is(name, "identifier") && walk.text(name) == "require") import_of(walk, node, {});
  return walk.act(node, rule);
}

/// `{ find = function(x) … end }`.
Descend field(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  const TSNode value = walk.child(node, Field::kValue);
  if (!walk.is(name, "identifier")) return Descend::kYes;
  if (walk.is(value, "function_definition") && !walk.in_callable())
    open_function(walk, node, name, value);
  else
    walk.claim(name);
  return Descend::kYes;
}

constexpr Rule kRules[] = {
    {.node = "function_declaration", .hook = function_declaration},
    {.node = "function_definition", .act = Act::kLambda},
    {.node = "parameters", .hook = parameters},
    {.node = "assignment_statement", .hook = assignment},
    {.node = "variable_declaration", .hook = local_declaration},
    {.node = "for_generic_clause", .act = Act::kDeclare},
    {.node = "for_numeric_clause", .act = Act::kDeclare, .name = Field::kName},
    {.node = "function_call", .act = Act::kCall, .name = Field::kName, .arguments = Field::kArguments, .hook = call},
    {.node = "dot_index_expression", .act = Act::kMember, .name = Field::kField, .object = Field::kTable},
    {.node = "method_index_expression", .act = Act::kMember, .name = Field::kMethod, .object = Field::kTable},
    {.node = "field", .hook = field},
    {.node = "identifier", .act = Act::kIdentifier},
    {.node = "comment", .act = Act::kComment},
};

constexpr ShapeRule kShapes[] = {
    {"string", Shape::kString},
    {"number", Shape::kNumber},
    {"true", Shape::kNumber},
    {"false", Shape::kNumber},
    {"nil", Shape::kNumber},
    {"binary_expression", Shape::kBinary},
    {"table_constructor", Shape::kObject},
    {"field", Shape::kNamed},
    {"parenthesized_expression", Shape::kCast},
};

}  // namespace

const LanguageDefinition kLuaLanguage = {
    .language = Language::kLua, .grammar = tree_sitter_lua, .rules = kRules, .shapes = kShapes, .concat = "..", .self = "self"};

}  // namespace grove::syntax
