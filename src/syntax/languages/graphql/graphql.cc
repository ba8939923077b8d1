#include "syntax/languages/languages.h"
#include "syntax/tree/nesting.h"

extern "C" const TSLanguage* tree_sitter_graphql();

namespace grove::syntax {
namespace {

/// A description stands inside what it describes: it becomes the doc, and the signature begins after it.
void take_description(Walk& walk, TSNode node, Index symbol) {
  const TSNode description = first_named(walk, node);
  if (!walk.is(description, "description")) return;
  walk.facts().symbols[symbol].doc = {ts_node_start_byte(description), ts_node_end_byte(description)};
  walk.top().signature_begin = ts_node_end_byte(description);
}

/// Types, enumerations, unions, scalars, directives.
Descend definition(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode name = find_child(walk, node, "name");
  if (ts_node_is_null(name)) return Descend::kYes;
  const Index symbol = walk.open_symbol({.node = node, .kind = rule.kind, .name = name});
  take_description(walk, node, symbol);
  for (const std::string_view body : {"fields_definition", "enum_values_definition", "input_fields_definition"})
    if (const TSNode found = find_child(walk, node, body); !ts_node_is_null(found)) walk.top().body_begin = ts_node_start_byte(found);
  return Descend::kYes;
}

Descend field_definition(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = find_child(walk, node, "name");
  if (ts_node_is_null(name)) return Descend::kYes;
  const bool callable = !ts_node_is_null(find_child(walk, node, "arguments_definition"));
  const Kind kind = callable ? Kind::kMethod : Kind::kField;
  const Index symbol = walk.open_symbol({.node = node, .kind = kind, .name = name, .type = find_child(walk, node, "type")});
  take_description(walk, node, symbol);
  return Descend::kYes;
}

/// An argument of a field, or a field of an input.
Descend input_value(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode name = find_child(walk, node, "name");
  if (ts_node_is_null(name)) return Descend::kYes;
  const TSNode type = find_child(walk, node, "type");
  if (walk.top().act == Act::kParameterList) {
    const bool has_default = !ts_node_is_null(find_child(walk, node, "default_value"));
    walk.parameter({.node = node, .name = name, .type = type, .has_default = has_default});
    return Descend::kYes;
  }
  const Index symbol = walk.open_symbol({.node = node, .kind = rule.kind, .name = name, .type = type});
  take_description(walk, node, symbol);
  return Descend::kYes;
}

Descend enum_value(Walk& walk, TSNode node, const Rule&) {
  const TSNode value = find_child(walk, node, "enum_value");
  if (ts_node_is_null(value)) return Descend::kNo;
  const Index symbol = walk.open_symbol({.node = node, .kind = Kind::kConstant, .name = value});
  take_description(walk, node, symbol);
  return Descend::kYes;
}

/// Queries, mutations, subscriptions and fragments that have a name.
Descend operation(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = find_child(walk, node, "name", "fragment_name");
  if (ts_node_is_null(name)) return Descend::kYes;
  walk.open_symbol({.node = node,
                    .kind = Kind::kFunction,
                    .name = name,
                    .type = find_child(walk, node, "operation_type"),
                    .body = find_child(walk, node, "selection_set")});
  return Descend::kYes;
}

Descend variable_definition(Walk& walk, TSNode node, const Rule&) {
  const TSNode variable = find_child(walk, node, "variable");
  if (!ts_node_is_null(variable)) walk.parameter({.node = node, .name = variable, .type = find_child(walk, node, "type")});
  return Descend::kYes;
}

Descend named_type(Walk& walk, TSNode node, const Rule&) {
  const bool inherit = walk.top().region == Frame::Region::kInherit;
  if (const TSNode name = first_named(walk, node); !ts_node_is_null(name)) walk.add_reference(inherit ? Role::kInherit : Role::kType, name);
  return Descend::kNo;
}

/// The field whose selection a field stands in; null at the root of an operation or fragment.
TSNode field_around(Walk& walk, TSNode node) {
  for (TSNode at = ts_node_parent(node); !ts_node_is_null(at); at = ts_node_parent(at)) {
    if (walk.is(at, "field")) return find_child(walk, at, "name");
    if (walk.is(at, "operation_definition") || walk.is(at, "fragment_definition")) break;
  }
  return {};
}

/// A field asked for, of the field around it; a fragment spread in.
Descend use(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode name = find_child(walk, node, "name", "fragment_name");
  if (ts_node_is_null(name)) return Descend::kYes;
  if (rule.act == Act::kCall) {
    walk.add_reference(Role::kCall, name);
    return Descend::kYes;
  }
  const TSNode around = field_around(walk, node);
  walk.add_reference(Role::kRead, name, ts_node_is_null(around) ? 0 : walk.intern_snippet(around));
  return Descend::kYes;
}

Descend directive(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = find_child(walk, node, "name");
  const TSNode arguments = find_child(walk, node, "arguments");
  if (ts_node_is_null(name)) return Descend::kNo;
  const StringId text = walk.intern_snippet(name);
  const Index values = ts_node_is_null(arguments) ? kNone : walk.add_arguments(text, arguments);
  walk.facts().annotations.push_back({walk.symbol(), kNone, text, values, ts_node_start_byte(node)});
  return Descend::kNo;
}

constexpr Rule kRules[] = {
    {.node = "object_type_definition", .kind = Kind::kStruct, .hook = definition},
    {.node = "object_type_extension", .kind = Kind::kStruct, .hook = definition},
    {.node = "interface_type_definition", .kind = Kind::kInterface, .hook = definition},
    {.node = "interface_type_extension", .kind = Kind::kInterface, .hook = definition},
    {.node = "input_object_type_definition", .kind = Kind::kStruct, .hook = definition},
    {.node = "enum_type_definition", .kind = Kind::kEnum, .hook = definition},
    {.node = "union_type_definition", .kind = Kind::kType, .hook = definition},
    {.node = "scalar_type_definition", .kind = Kind::kType, .hook = definition},
    {.node = "directive_definition", .kind = Kind::kMacro, .hook = definition},
    {.node = "arguments_definition",
     .hook =
         [](Walk& walk, TSNode node, const Rule&) {
           walk.push_frame(Act::kParameterList, node);
           return Descend::kYes;
         }},
    {.node = "field_definition", .hook = field_definition},
    {.node = "input_value_definition", .kind = Kind::kField, .hook = input_value},
    {.node = "enum_value_definition", .hook = enum_value},
    {.node = "operation_definition", .hook = operation},
    {.node = "fragment_definition", .hook = operation},
    {.node = "variable_definition", .hook = variable_definition},
    {.node = "implements_interfaces", .act = Act::kInherit},
    {.node = "named_type", .hook = named_type},
    {.node = "field", .hook = use},
    {.node = "fragment_spread", .act = Act::kCall, .hook = use},
    {.node = "directive", .hook = directive},
    {.node = "comment", .act = Act::kComment},
};

constexpr ShapeRule kShapes[] = {
    {"string_value", Shape::kString}, {"int_value", Shape::kNumber}, {"float_value", Shape::kNumber},  {"boolean_value", Shape::kNumber},
    {"enum_value", Shape::kName},     {"list_value", Shape::kArray}, {"object_value", Shape::kObject}, {"object_field", Shape::kNamed},
    {"argument", Shape::kNamed},      {"value", Shape::kCast},       {"variable", Shape::kName},
};

}  // namespace

const LanguageDefinition kGraphQlLanguage = {
    .language = Language::kGraphQl, .grammar = tree_sitter_graphql, .version = 2, .rules = kRules, .shapes = kShapes};

}  // namespace grove::syntax
