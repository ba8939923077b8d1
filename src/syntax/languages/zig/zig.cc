#include "syntax/languages/languages.h"
#include "syntax/tree/literals.h"
#include "syntax/tree/nesting.h"

extern "C" const TSLanguage* tree_sitter_zig();

namespace grove::syntax {
namespace {

Kind kind_of_value(Walk& walk, TSNode value) {
  if (walk.is(value, "struct_declaration") || walk.is(value, "union_declaration") || walk.is(value, "opaque_declaration"))
    return Kind::kStruct;
  if (walk.is(value, "enum_declaration") || walk.is(value, "error_set_declaration")) return Kind::kEnum;
  return Kind::kField;
}

/// The value of `const a: T = value`: its last named child, unless that is the name or the type.
TSNode value_of(Walk& walk, TSNode node, TSNode name, TSNode type) {
  const TSNode last = last_named(walk, node);
  return ts_node_eq(last, name) || (!ts_node_is_null(type) && ts_node_eq(last, type)) ? TSNode{} : last;
}

/// `@import("std")`.
bool import_of(Walk& walk, TSNode value, TSNode alias) {
  if (!walk.is(value, "builtin_function") || walk.text(first_named(walk, value)) != "@import") return false;
  const TSNode path = first_named(walk, last_named(walk, value));
  if (!walk.is(path, "string")) return false;
  walk.add_import(
      {.module = walk.intern(without_quotes(walk.text(path))), .alias = walk.intern_snippet(alias), .begin = ts_node_start_byte(path)});
  return true;
}

/// Containers are values of constants in Zig; so are imports.
Descend variable(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = find_child(walk, node, "identifier");
  if (ts_node_is_null(name)) return Descend::kYes;
  const TSNode type = walk.child(node, Field::kType);
  const TSNode value = value_of(walk, node, name, type);
  Kind kind = kind_of_value(walk, value);
  import_of(walk, value, name);
  if (walk.in_callable() && kind == Kind::kField) {
    walk.declare_local(name);
    walk.claim(name);
    walk.add_binding(walk.symbol(), name, walk.intern_snippet(type), value);
    return Descend::kYes;
  }
  const bool constant = kind == Kind::kField && walk.text(node).substr(0, 16).find("const ") != std::string_view::npos;
  if (constant) kind = Kind::kConstant;
  const Index symbol = walk.open_symbol({.node = node, .kind = kind, .name = name, .type = type, .body = is_type(kind) ? value : TSNode{}});
  if (is_type(kind)) return Descend::kYes;
  if (!ts_node_is_null(value)) walk.top().value_begin = ts_node_start_byte(value);
  walk.add_binding(symbol, name, walk.facts().symbols[symbol].type, value);
  return Descend::kYes;
}

/// `self: *Shop` is the receiver, no parameter.
Descend parameter(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode name = walk.child(node, Field::kName);
  if (!ts_node_is_null(name) && walk.text(name) == "self") {
    walk.claim(name);
    return Descend::kYes;
  }
  return walk.act(node, rule);
}

Descend test(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = find_child(walk, node, "string", "identifier");
  walk.open_symbol({.node = node,
                    .name = name,
                    .name_text = ts_node_is_null(name) ? std::string_view("test") : unquoted(walk.text(name)),
                    .body = find_child(walk, node, "block"),
                    .flags = kSymbolTest});
  return Descend::kYes;
}

Descend call(Walk& walk, TSNode node, const Rule&) {
  const TSNode callee = walk.child(node, Field::kFunction);
  walk.add_call(walk.name_path(callee), {});
  if (!walk.facts().references.empty() && ts_node_named_child_count(node) > 0)
    walk.facts().references.back().arity = static_cast<std::uint8_t>(std::min(ts_node_named_child_count(node) - 1, 255U));
  return Descend::kYes;
}

/// Names in the header of a function and in a field are types.
Descend identifier(Walk& walk, TSNode node, const Rule& rule) {
  const Frame& frame = walk.top();
  const bool header = frame.act == Act::kSymbol && ts_node_start_byte(node) < frame.body_begin && frame.value_begin == UINT32_MAX;
  if ((header || frame.act == Act::kParameter) && !walk.claimed(node)) {
    walk.add_reference(Role::kType, node);
    return Descend::kNo;
  }
  return walk.act(node, rule);
}

constexpr Rule kRules[] = {
    {.node = "function_declaration", .act = Act::kSymbol, .name = Field::kName, .type = Field::kType, .body = Field::kBody},
    {.node = "variable_declaration", .hook = variable},
    {.node = "container_field", .act = Act::kSymbol, .kind = Kind::kField, .name = Field::kName, .type = Field::kType},
    {.node = "parameter", .act = Act::kParameter, .name = Field::kName, .type = Field::kType, .hook = parameter},
    {.node = "test_declaration", .hook = test},
    {.node = "call_expression", .hook = call},
    {.node = "field_expression", .act = Act::kMember, .name = Field::kMember, .object = Field::kObject},
    {.node = "payload", .act = Act::kDeclare},
    {.node = "pointer_type", .act = Act::kTypeRegion},
    {.node = "slice_type", .act = Act::kTypeRegion},
    {.node = "nullable_type", .act = Act::kTypeRegion},
    {.node = "error_union_type", .act = Act::kTypeRegion},
    {.node = "identifier", .act = Act::kIdentifier, .hook = identifier},
    {.node = "comment", .act = Act::kComment},
};

constexpr ShapeRule kShapes[] = {
    {"string", Shape::kString},  {"integer", Shape::kNumber},      {"float", Shape::kNumber},
    {"boolean", Shape::kNumber}, {"try_expression", Shape::kCast},
};

}  // namespace

const LanguageDefinition kZigLanguage = {
    .language = Language::kZig, .grammar = tree_sitter_zig, .rules = kRules, .shapes = kShapes, .concat = "++", .self = "self"};

}  // namespace grove::syntax
