#include <cctype>

#include "syntax/languages/languages.h"
#include "syntax/tree/literals.h"
#include "syntax/tree/nesting.h"

extern "C" const TSLanguage* tree_sitter_erlang();

namespace grove::syntax {
namespace {

Descend module(Walk& walk, TSNode node, const Rule&) {
  walk.facts().module = walk.intern_snippet(walk.child(node, Field::kName));
  return Descend::kNo;
}

Descend behaviour(Walk& walk, TSNode node, const Rule&) {
  if (const TSNode name = walk.child(node, Field::kName); !ts_node_is_null(name)) walk.add_reference(Role::kInherit, name);
  return Descend::kNo;
}

Descend include(Walk& walk, TSNode node, const Rule&) {
  const TSNode file = walk.child(node, Field::kFile);
  if (!ts_node_is_null(file)) walk.add_import({.module = walk.intern(without_quotes(walk.text(file))), .begin = ts_node_start_byte(file)});
  return Descend::kNo;
}

Descend import(Walk& walk, TSNode node, const Rule&) {
  const StringId from = walk.intern_snippet(walk.child(node, Field::kModule));
  for (auto all = walk.children(node); all.next_named();)
    if (const TSNode name = walk.child(all.node(), Field::kFun); walk.is(all.node(), "fa") && !ts_node_is_null(name))
      walk.add_import({.module = from, .name = walk.intern_snippet(name), .begin = ts_node_start_byte(name)});
  return Descend::kNo;
}

Descend define(Walk& walk, TSNode node, const Rule&) {
  const TSNode head = walk.child(node, Field::kLhs);
  const TSNode name = walk.child(head, Field::kName);
  if (!ts_node_is_null(name)) walk.open_symbol({.node = node, .kind = Kind::kMacro, .name = name});
  return Descend::kYes;
}

Descend record(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  if (!ts_node_is_null(name)) walk.open_symbol({.node = node, .kind = Kind::kStruct, .name = name});
  return Descend::kYes;
}

/// A field where a record is declared; elsewhere a field that is set or matched.
Descend record_field(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  if (ts_node_is_null(name)) return Descend::kYes;
  if (walk.top().act == Act::kSymbol && walk.top().in_type)
    walk.open_symbol({.node = node, .kind = Kind::kField, .name = name, .type = walk.child(node, Field::kTy)});
  else
    walk.claim(name);
  return Descend::kYes;
}

Descend type_alias(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(walk.child(node, Field::kName), Field::kName);
  if (!ts_node_is_null(name)) walk.open_symbol({.node = node, .kind = Kind::kType, .name = name});
  walk.push_frame(Act::kTypeRegion, node).region = Frame::Region::kType;
  return Descend::kYes;
}

std::uint32_t arity_of(TSNode arguments) { return ts_node_is_null(arguments) ? 0 : ts_node_named_child_count(arguments); }

/// `-spec f(integer()) -> ok.` belongs to the function after it: they are one.
Descend spec(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kFun);
  if (walk.is(name, "atom")) walk.open_symbol({.node = node, .name = name});
  walk.push_frame(Act::kTypeRegion, node).region = Frame::Region::kType;
  return Descend::kYes;
}

/// Clauses of one function follow each other, each a node of its own in the grammar.
Descend function(Walk& walk, TSNode node, const Rule&) {
  const TSNode clause = walk.child(node, Field::kClause);
  const TSNode name = walk.child(clause, Field::kName);
  if (ts_node_is_null(name)) return Descend::kYes;
  const TSNode arguments = walk.child(clause, Field::kArgs);
  const auto arity = static_cast<std::uint8_t>(std::min(arity_of(arguments), 255U));
  walk.claim(name);
  const Index known = walk.clause_of(walk.text(name), node);
  const bool fits = known != kNone && is_callable(walk.facts().symbols[known].kind) &&
                    (walk.facts().symbols[known].arity == arity || (walk.facts().symbols[known].flags & kSymbolDeclarationOnly) != 0);
  if (!fits) {
    const Index symbol = walk.open_symbol({.node = node, .name = name, .body = walk.child(clause, Field::kBody)});
    walk.facts().symbols[symbol].arity = arity;
    return Descend::kYes;
  }
  Symbol& symbol = walk.facts().symbols[known];
  symbol.flags &= static_cast<std::uint16_t>(~kSymbolDeclarationOnly);
  symbol.arity = arity;
  walk.reopen_symbol(known, node);
  return Descend::kYes;
}

/// `f(X)`, `lists:map(F, L)`; in specs and types a use of a type.
Descend call(Walk& walk, TSNode node, const Rule&) {
  TSNode callee = walk.child(node, Field::kExpr);
  const TSNode arguments = walk.child(node, Field::kArgs);
  if (!walk.is(callee, "atom") || walk.claimed(callee)) return Descend::kYes;
  if (walk.top().region == Frame::Region::kType)
    walk.add_reference(Role::kType, callee);
  else
    walk.add_call({.leaf = callee}, arguments);
  return Descend::kYes;
}

Descend remote(Walk& walk, TSNode node, const Rule&) {
  const TSNode module = walk.child(walk.child(node, Field::kModule), Field::kModule);
  const TSNode function = walk.child(node, Field::kFun);
  const TSNode callee = walk.is(function, "call") ? walk.child(function, Field::kExpr) : function;
  if (!walk.is(callee, "atom") || ts_node_is_null(module)) return Descend::kYes;
  if (walk.top().region == Frame::Region::kType)
    walk.add_reference(Role::kType, callee, walk.receiver_of({.leaf = callee, .object = module}));
  else
    walk.add_call({.leaf = callee, .object = module}, walk.child(function, Field::kArgs));
  return Descend::kYes;
}

Descend macro_use(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  if (!ts_node_is_null(name)) walk.add_reference(Role::kRead, name);
  return Descend::kYes;
}

Descend record_use(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  if (!ts_node_is_null(name)) walk.add_reference(Role::kType, name);
  return Descend::kNo;
}

constexpr Rule kRules[] = {
    {.node = "module_attribute", .hook = module},
    {.node = "behaviour_attribute", .hook = behaviour},
    {.node = "export_attribute", .act = Act::kSkip},
    {.node = "export_type_attribute", .act = Act::kSkip},
    {.node = "pp_include", .hook = include},
    {.node = "pp_include_lib", .hook = include},
    {.node = "import_attribute", .hook = import},
    {.node = "pp_define", .hook = define},
    {.node = "record_decl", .hook = record},
    {.node = "field_type", .act = Act::kTypeRegion},
    {.node = "record_field", .hook = record_field},
    {.node = "type_alias", .hook = type_alias},
    {.node = "opaque", .hook = type_alias},
    {.node = "spec", .hook = spec},
    {.node = "callback", .hook = spec},
    {.node = "fun_decl", .hook = function},
    {.node = "call", .hook = call},
    {.node = "remote", .hook = remote},
    {.node = "macro_call_expr", .hook = macro_use},
    {.node = "record_name", .hook = record_use},
    {.node = "comment", .act = Act::kComment},
};

constexpr ShapeRule kShapes[] = {
    {"string", Shape::kString}, {"atom", Shape::kName},   {"integer", Shape::kNumber}, {"float", Shape::kNumber},
    {"list", Shape::kArray},    {"tuple", Shape::kArray}, {"var", Shape::kName},
};

}  // namespace

const LanguageDefinition kErlangLanguage = {.language = Language::kErlang,
                                            .grammar = tree_sitter_erlang,
                                            .rules = kRules,
                                            .shapes = kShapes,
                                            .separator = ":",
                                            .concat = "++",
                                            .self = ""};

}  // namespace grove::syntax
