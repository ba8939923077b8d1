#include "syntax/languages/languages.h"
#include "syntax/tree/nesting.h"

extern "C" const TSLanguage* tree_sitter_fortran();

namespace grove::syntax {
namespace {

/// Modules, programs, interfaces: the name stands in their first statement.
Descend scope(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode statement = first_named(walk, node);
  const TSNode name = find_child(walk, statement, "name");
  if (ts_node_is_null(name)) return Descend::kYes;
  walk.open_symbol({.node = node, .kind = rule.kind, .name = name});
  walk.top().body_begin = ts_node_end_byte(statement);
  return Descend::kYes;
}

/// Functions and subroutines, in a `contains` part or alone.
Descend procedure(Walk& walk, TSNode node, const Rule&) {
  const TSNode statement = first_named(walk, node);
  const TSNode name = walk.child(statement, Field::kName);
  if (ts_node_is_null(name)) return Descend::kYes;
  walk.open_symbol({.node = node, .name = name, .type = walk.child(statement, Field::kType)});
  walk.top().body_begin = ts_node_end_byte(statement);
  if (const TSNode parameters = walk.child(statement, Field::kParameters); !ts_node_is_null(parameters))
    for (auto all = walk.children(parameters); all.next_named();) walk.bare_parameter({.node = all.node(), .name = all.node()});
  return Descend::kYes;
}

Descend derived_type(Walk& walk, TSNode node, const Rule&) {
  const TSNode statement = first_named(walk, node);
  const TSNode name = find_child(walk, statement, "type_name");
  if (ts_node_is_null(name)) return Descend::kYes;
  walk.open_symbol({.node = node, .kind = Kind::kStruct, .name = name});
  walk.top().body_begin = ts_node_end_byte(statement);
  if (const TSNode base = first_named(walk, walk.child(statement, Field::kBase)); !ts_node_is_null(base))
    walk.add_reference(Role::kInherit, base);
  return Descend::kYes;
}

/// `use iso_c_binding, only: c_int`.
Descend use(Walk& walk, TSNode node, const Rule&) {
  const TSNode module = find_child(walk, node, "module_name");
  if (ts_node_is_null(module)) return Descend::kNo;
  const TSNode names = find_child(walk, node, "included_items");
  if (ts_node_is_null(names)) {
    walk.add_import({.module = walk.intern_snippet(module), .begin = ts_node_start_byte(module)});
    return Descend::kNo;
  }
  for (auto all = walk.children(names); all.next_named();)
    walk.add_import(
        {.module = walk.intern_snippet(module), .name = walk.intern_snippet(all.node()), .begin = ts_node_start_byte(all.node())});
  return Descend::kNo;
}

/// Fields of a type, variables of a module; in a procedure locals.
Descend declaration(Walk& walk, TSNode node, const Rule&) {
  const TSFieldId declarator = walk.field_id(Field::kDeclarator);
  const TSNode type = walk.child(node, Field::kType);
  for (auto all = walk.children(node); all.next();) {
    if (all.field() != declarator) continue;
    TSNode name = all.node();
    for (int hops = 0; hops < 4 && !walk.is(name, "identifier") && !ts_node_is_null(name); ++hops) name = first_named(walk, name);
    if (ts_node_is_null(name) || walk.claimed(name)) continue;
    if (walk.in_callable()) {
      walk.declare_local(name);
      walk.claim(name);
      walk.add_binding(walk.symbol(), name, walk.intern_snippet(type), {});
      continue;
    }
    const bool constant = walk.text(node).find("parameter") < static_cast<std::size_t>(ts_node_start_byte(name) - ts_node_start_byte(node));
    walk.add_symbol({.node = node, .kind = constant ? Kind::kConstant : Kind::kField, .name = name, .type = type}, walk.symbol());
  }
  return Descend::kYes;
}

/// `procedure :: find => find_item` in a type: a method that is another procedure.
Descend binding(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = first_named(walk, find_child(walk, node, "binding_name"));
  const TSNode target = find_child(walk, node, "method_name");
  if (!ts_node_is_null(name))
    walk.add_symbol({.node = node, .kind = Kind::kMethod, .name = name, .flags = kSymbolDeclarationOnly}, walk.symbol());
  if (!ts_node_is_null(target)) walk.add_reference(Role::kRead, target);
  return Descend::kNo;
}

Descend method_name(Walk& walk, TSNode node, const Rule&) {
  if (!walk.claimed(node)) walk.add_reference(Role::kRead, node);
  return Descend::kNo;
}

/// `f(x)`: a call, or an element of an array, which looks the same: one of a local is no call.
Descend call(Walk& walk, TSNode node, const Rule&) {
  const TSNode callee = first_named(walk, node);
  const TSNode arguments = find_child(walk, node, "argument_list");
  if (walk.is(callee, "identifier") && walk.is_local(callee)) return Descend::kYes;
  walk.add_call(walk.name_path(callee), arguments);
  return Descend::kYes;
}

Descend subroutine_call(Walk& walk, TSNode node, const Rule&) {
  walk.add_call(walk.name_path(walk.child(node, Field::kSubroutine)), find_child(walk, node, "argument_list"));
  return Descend::kYes;
}

Descend type_name(Walk& walk, TSNode node, const Rule&) {
  if (!walk.claimed(node)) walk.add_reference(Role::kType, node);
  return Descend::kNo;
}

constexpr Rule kRules[] = {
    {.node = "module", .kind = Kind::kModule, .hook = scope},
    {.node = "submodule", .kind = Kind::kModule, .hook = scope},
    {.node = "program", .kind = Kind::kFunction, .hook = scope},
    {.node = "interface", .kind = Kind::kInterface, .hook = scope},
    {.node = "function", .hook = procedure},
    {.node = "subroutine", .hook = procedure},
    {.node = "module_procedure", .hook = procedure},
    {.node = "derived_type_definition", .hook = derived_type},
    {.node = "use_statement", .hook = use},
    {.node = "variable_declaration", .hook = declaration},
    {.node = "binding", .hook = binding},
    {.node = "method_name", .hook = method_name},
    {.node = "call_expression", .act = Act::kCall, .hook = call},
    {.node = "subroutine_call", .hook = subroutine_call},
    {.node = "derived_type_member_expression", .act = Act::kPath},
    {.node = "type_member", .act = Act::kFieldName},
    {.node = "type_name", .hook = type_name},
    {.node = "function_result",
     .hook =
         [](Walk& walk, TSNode node, const Rule&) {
           if (walk.in_callable()) walk.declare_locals_in(first_named(walk, node));
           return Descend::kNo;
         }},
    {.node = "identifier", .act = Act::kIdentifier},
    {.node = "comment", .act = Act::kComment},
};

}  // namespace

const LanguageDefinition kFortranLanguage = {.language = Language::kFortran,
                                             .grammar = tree_sitter_fortran,
                                             .rules = kRules,
                                             .separator = "::",
                                             .concat = "//",
                                             .self = "",
                                             .call_arguments = false,
                                             .capital_is_type = false};

}  // namespace grove::syntax
