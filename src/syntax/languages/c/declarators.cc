#include "syntax/languages/c/declarators.h"

#include <string>

namespace grove::syntax {
namespace {

bool is_name(const Walk& walk, TSNode node) {
  const Act act = walk.act_of(node);
  return act == Act::kIdentifier || act == Act::kFieldName || act == Act::kTypeName || act == Act::kMember || act == Act::kGeneric;
}

/// `struct foo` for a type defined in place, else the type as written.
StringId type_text(Walk& walk, TSNode type) {
  if (ts_node_is_null(type)) return 0;
  const TSNode body = walk.child(type, Field::kBody);
  if (ts_node_is_null(body)) return walk.intern_type(type);
  const std::uint32_t begin = ts_node_start_byte(type);
  return walk.intern_snippet(walk.text().substr(begin, ts_node_start_byte(body) - begin));
}

bool ends_in_guard_letters(std::string_view name) {
  while (name.ends_with('_')) name.remove_suffix(1);
  return name.ends_with("_H") || name.ends_with("_HPP") || name.ends_with("_HH") || name.ends_with("_INCLUDED");
}

}  // namespace

Declarator declarator_of(const Walk& walk, TSNode node) {
  Declarator found;
  for (int hops = 0; hops < 16 && !ts_node_is_null(node); ++hops) {
    if (walk.is(node, "structured_binding_declarator")) return {};
    if (is_name(walk, node)) {
      found.name = node;
      return found;
    }
    // The innermost of nested declarators says what the name is: in `(*f)(int)` it is a pointer.
    const TSNode parameters = walk.child(node, Field::kParameters);
    const bool wraps = walk.is(node, "parenthesized_declarator");
    if (!wraps) found.parameters = parameters;
    const TSNode inner = walk.child(node, Field::kDeclarator);
    node = !ts_node_is_null(inner) ? inner : ts_node_named_child(node, ts_node_named_child_count(node) - 1U);
  }
  return {};
}

Descend c_include(Walk& walk, TSNode node, const Rule&) {
  const TSNode path = walk.child(node, Field::kPath);
  if (!ts_node_is_null(path)) walk.add_import({.module = walk.intern_snippet(path), .begin = ts_node_start_byte(path)});
  return Descend::kNo;
}

Descend c_macro(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  if (ts_node_is_null(name)) return Descend::kNo;
  const TSNode value = walk.child(node, Field::kValue);
  if (ts_node_is_null(value) && ends_in_guard_letters(walk.text(name))) return Descend::kNo;
  walk.open_symbol({.node = node, .kind = Kind::kMacro, .name = name});
  return Descend::kYes;
}

Descend c_function_definition(Walk& walk, TSNode node, const Rule&) {
  const Declarator declarator = declarator_of(walk, walk.child(node, Field::kDeclarator));
  if (ts_node_is_null(declarator.name)) return Descend::kYes;
  const NamePath path = walk.name_path(declarator.name);
  if (ts_node_is_null(path.leaf)) return Descend::kYes;
  SymbolDraft draft{.node = node, .name = path.leaf, .body = walk.child(node, Field::kBody)};
  const StringId type = type_text(walk, walk.child(node, Field::kType));
  const Index symbol = walk.open_symbol(draft);
  walk.facts().symbols[symbol].type = type;
  return Descend::kYes;
}

Descend c_declaration(Walk& walk, TSNode node, const Rule&) {
  const TSNode type = walk.child(node, Field::kType);
  const StringId text = type_text(walk, type);
  Frame& frame = walk.push_frame(Act::kWrapper, node);
  frame.type = text;
  frame.type_end = ts_node_is_null(type) ? frame.begin : ts_node_end_byte(type);
  return Descend::kYes;
}

/// At a child of a declaration that declares something; anywhere else the usual act.
Descend c_declarator(Walk& walk, TSNode node, const Rule& rule) {
  if (!walk.at_declarator(node)) return walk.act(node, rule);
  const Declarator declarator = declarator_of(walk, node);
  const NamePath path = walk.name_path(declarator.name);
  if (ts_node_is_null(path.leaf)) return walk.act(node, rule);
  const TSNode value = walk.child(node, Field::kValue);
  const StringId type = walk.top().type;
  if (walk.in_callable()) {
    // `Helper helper(limit);` looks like a prototype; in a body it is hardly ever one.
    walk.claim(path.leaf);
    walk.declare_local(path.leaf);
    walk.add_binding(walk.symbol(), path.leaf, type, value);
    return Descend::kYes;
  }
  SymbolDraft draft{.node = node, .kind = walk.top().kind, .name = path.leaf};
  if (draft.kind == Kind::kField && !ts_node_is_null(declarator.parameters)) {
    draft.kind = Kind::kFunction;
    draft.flags = kSymbolDeclarationOnly;
  } else if (draft.kind == Kind::kField && walk.is_constant_name(walk.text(path.leaf))) {
    draft.kind = Kind::kConstant;
  }
  const Index symbol = walk.open_symbol(draft);
  walk.facts().symbols[symbol].type = type;
  if (!ts_node_is_null(value)) {
    walk.top().value_begin = ts_node_start_byte(value);
    walk.add_binding(symbol, path.leaf, type, value);
  }
  return Descend::kYes;
}

/// `typedef struct { … } Name;` is a struct of that name, any other typedef a type.
Descend c_type_definition(Walk& walk, TSNode node, const Rule&) {
  const TSNode type = walk.child(node, Field::kType);
  const bool defined_here = !ts_node_is_null(type) && !ts_node_is_null(walk.child(type, Field::kBody));
  if (defined_here && ts_node_is_null(walk.child(type, Field::kName))) {
    const Declarator declarator = declarator_of(walk, walk.child(node, Field::kDeclarator));
    if (ts_node_is_null(declarator.name)) return Descend::kYes;
    const Kind kind = walk.is(type, "enum_specifier") ? Kind::kEnum : Kind::kStruct;
    walk.open_symbol({.node = node, .kind = kind, .name = declarator.name, .body = walk.child(type, Field::kBody)});
    return Descend::kYes;
  }
  const StringId text = type_text(walk, type);
  Frame& frame = walk.push_frame(Act::kWrapper, node);
  frame.kind = Kind::kType;
  frame.type = text;
  frame.type_end = ts_node_is_null(type) ? frame.begin : ts_node_end_byte(type);
  return Descend::kYes;
}

Descend c_tagged_type(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode name = walk.child(node, Field::kName);
  const TSNode body = walk.child(node, Field::kBody);
  if (ts_node_is_null(body) || ts_node_is_null(name)) return Descend::kYes;
  const NamePath path = walk.name_path(name);
  if (ts_node_is_null(path.leaf)) return Descend::kYes;
  walk.open_symbol({.node = node, .kind = rule.kind, .name = path.leaf, .body = body});
  return Descend::kYes;
}

Descend c_macro_call(Walk& walk, TSNode node, const Rule&) {
  if (walk.in_callable()) return Descend::kYes;
  const TSNode call = ts_node_named_child(node, 0);
  if (walk.act_of(call) == Act::kCall) walk.remember(call);
  return Descend::kYes;
}

Descend c_orphan_body(Walk& walk, TSNode node, const Rule&) {
  const TSNode call = walk.remembered();
  if (walk.in_callable() || ts_node_is_null(call)) return Descend::kYes;
  const std::uint32_t begin = ts_node_end_byte(call);
  const std::string_view between = walk.text().substr(begin, ts_node_start_byte(node) - begin);
  walk.remember({});
  if (between.find_first_not_of(" \t\r\n") != std::string_view::npos) return Descend::kYes;
  const TSNode first = ts_node_named_child(walk.child(call, Field::kArguments), 0);
  const bool named = walk.act_of(first) == Act::kIdentifier;
  const TSNode name = named ? first : walk.name_path(walk.child(call, Field::kFunction)).leaf;
  if (ts_node_is_null(name)) return Descend::kYes;
  const Index symbol = walk.open_symbol({.node = node, .name = name, .body = node});
  walk.facts().symbols[symbol].range.begin = ts_node_start_byte(call);
  walk.facts().symbols[symbol].doc = walk.comments().before(ts_node_start_byte(call));
  walk.top().signature_begin = ts_node_start_byte(call);
  return Descend::kYes;
}

Descend c_parameter(Walk& walk, TSNode node, const Rule&) {
  const std::string_view whole = walk.text(node);
  if (whole == "void") return Descend::kYes;
  const TSNode declarator = walk.child(node, Field::kDeclarator);
  ParameterDraft draft{.node = node, .name = ts_node_is_null(declarator) ? TSNode{} : declarator_of(walk, declarator).name};
  draft.has_default = false;
  std::string type(whole);
  if (!ts_node_is_null(draft.name)) {
    // The type is what is left of the declaration without the name.
    type.erase(ts_node_start_byte(draft.name) - ts_node_start_byte(node), walk.text(draft.name).size());
    while (type.ends_with(' ')) type.pop_back();
  }
  draft.type_text = type;
  walk.parameter(draft);
  return Descend::kYes;
}

Descend c_variadic_parameter(Walk& walk, TSNode, const Rule&) {
  if (walk.top().callable != kNone) walk.facts().symbols[walk.top().callable].flags |= kSymbolVariadic;
  return Descend::kNo;
}

Descend c_macro_parameter_or_identifier(Walk& walk, TSNode node, const Rule& rule) {
  if (walk.top().act == Act::kParameterList) {
    walk.parameter({.node = node, .name = node});
    return Descend::kNo;
  }
  return c_declarator(walk, node, rule);
}

Descend c_template_arguments(Walk& walk, TSNode node, const Rule&) {
  walk.push_frame(Act::kTypeRegion, node).region = walk.top().region == Frame::Region::kInherit ? Frame::Region::kType : walk.top().region;
  return Descend::kYes;
}

Descend c_qualified(Walk& walk, TSNode node, const Rule& rule) {
  return walk.at_declarator(node) ? c_declarator(walk, node, rule) : walk.act(node, rule);
}

/// `.read = my_read` in an initialiser writes the member.
Descend c_field_designator(Walk& walk, TSNode node, const Rule&) {
  if (const TSNode name = ts_node_named_child(node, 0); !ts_node_is_null(name)) walk.add_reference(Role::kWrite, name);
  return Descend::kYes;
}

}  // namespace grove::syntax
