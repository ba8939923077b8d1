#include "syntax/languages/javascript/javascript.h"
#include "syntax/languages/languages.h"

extern "C" const TSLanguage* tree_sitter_typescript();
extern "C" const TSLanguage* tree_sitter_tsx();

namespace grove::syntax {
namespace {

/// A parameter of a constructor with `private`, `readonly` and the like is a field as well.
Descend parameter(Walk& walk, TSNode node, const Rule&) {
  const TSNode pattern = walk.child(node, Field::kPattern);
  const TSNode name = ts_node_is_null(pattern) ? walk.child(node, Field::kName) : pattern;
  if (ts_node_is_null(name) || walk.is(name, "this")) return Descend::kYes;
  ParameterDraft draft{.node = node, .name = name, .type = walk.child(node, Field::kType)};
  draft.has_default = !ts_node_is_null(walk.child(node, Field::kValue)) || walk.is(node, "optional_parameter");
  draft.variadic = walk.is(name, "rest_pattern");
  if (draft.variadic) draft.name = ts_node_named_child(name, 0);
  const Index callable = walk.top().callable;
  const bool property = callable != kNone && walk.symbol_at(callable).kind == Kind::kConstructor && walk.is(name, "identifier") &&
                        ts_node_start_byte(node) != ts_node_start_byte(name);
  if (property) {
    const Index field =
        walk.add_symbol({.node = node, .kind = Kind::kField, .name = name, .type = draft.type}, walk.symbol_at(callable).parent);
    walk.add_binding(field, name, walk.symbol_at(field).type, walk.child(node, Field::kValue));
  }
  walk.parameter(draft);
  return Descend::kYes;
}

Descend type_parameter(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  const TSNode constraint = walk.child(node, Field::kConstraint);
  if (ts_node_is_null(name)) return Descend::kYes;
  walk.type_parameter(node, name, ts_node_is_null(constraint) ? 0 : walk.intern_snippet(ts_node_named_child(constraint, 0)));
  return Descend::kYes;
}

/// Names in an enum's body are its constants.
Descend property_identifier(Walk& walk, TSNode node, const Rule&) {
  const Frame& top = walk.top();
  if (!walk.claimed(node) && top.act == Act::kSymbol && top.symbol != kNone && walk.symbol_at(top.symbol).kind == Kind::kEnum)
    walk.open_symbol({.node = node, .kind = Kind::kConstant, .name = node});
  return Descend::kNo;
}

/// `[key: string]: T`
Descend index_signature(Walk& walk, TSNode node, const Rule& rule) {
  if (const TSNode name = walk.child(node, Field::kName); !ts_node_is_null(name)) walk.claim(name);
  return walk.act(node, rule);
}

/// `namespace A.B {…}`, `declare module "x" {…}`
Descend module(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  if (ts_node_is_null(name)) return Descend::kYes;
  std::string_view text = walk.text(name);
  if (walk.shape_of(name) == Shape::kString) text = text.size() > 2 ? text.substr(1, text.size() - 2) : text;
  walk.claim_path(name);
  walk.open_symbol({.node = node, .kind = Kind::kNamespace, .name = name, .name_text = text, .body = walk.child(node, Field::kBody)});
  return Descend::kYes;
}

constexpr Rule kRules[] = {
    {.node = "ambient_declaration", .act = Act::kWrapper},
    {.node = "function_declaration", .act = Act::kSymbol, .name = Field::kName, .type = Field::kReturnType, .body = Field::kBody},
    {.node = "generator_function_declaration", .act = Act::kSymbol, .name = Field::kName, .type = Field::kReturnType, .body = Field::kBody},
    {.node = "function_signature", .act = Act::kSymbol, .name = Field::kName, .type = Field::kReturnType},
    {.node = "abstract_class_declaration", .act = Act::kSymbol, .kind = Kind::kClass, .name = Field::kName, .body = Field::kBody},
    {.node = "interface_declaration", .act = Act::kSymbol, .kind = Kind::kInterface, .name = Field::kName, .body = Field::kBody},
    {.node = "enum_declaration", .act = Act::kSymbol, .kind = Kind::kEnum, .name = Field::kName, .body = Field::kBody},
    {.node = "enum_assignment", .act = Act::kSymbol, .kind = Kind::kConstant, .name = Field::kName, .value = Field::kValue},
    {.node = "type_alias_declaration", .act = Act::kSymbol, .kind = Kind::kType, .name = Field::kName},
    {.node = "internal_module", .act = Act::kSymbol, .kind = Kind::kNamespace, .name = Field::kName, .body = Field::kBody, .hook = module},
    {.node = "module", .act = Act::kSymbol, .kind = Kind::kNamespace, .name = Field::kName, .body = Field::kBody, .hook = module},
    {.node = "extends_clause", .act = Act::kInherit},
    {.node = "extends_type_clause", .act = Act::kInherit},
    {.node = "implements_clause", .act = Act::kInherit},
    {.node = "type_arguments", .act = Act::kTypeRegion},
    {.node = "type_parameter", .act = Act::kTypeParameter, .name = Field::kName, .hook = type_parameter},
    {.node = "function_type", .act = Act::kScope},
    {.node = "constructor_type", .act = Act::kScope},
    {.node = "call_signature", .act = Act::kScope},
    {.node = "construct_signature", .act = Act::kScope},
    {.node = "index_signature", .act = Act::kScope, .hook = index_signature},
    {.node = "method_signature", .act = Act::kSymbol, .name = Field::kName, .hook = js_method},
    {.node = "abstract_method_signature", .act = Act::kSymbol, .name = Field::kName, .hook = js_method},
    {.node = "public_field_definition", .act = Act::kSymbol, .kind = Kind::kField, .name = Field::kName, .hook = js_field},
    {.node = "property_signature", .act = Act::kSymbol, .kind = Kind::kField, .name = Field::kName, .hook = js_field},
    {.node = "variable_declarator",
     .act = Act::kVariable,
     .name = Field::kName,
     .type = Field::kType,
     .value = Field::kValue,
     .hook = js_variable},
    {.node = "required_parameter",
     .act = Act::kParameter,
     .name = Field::kPattern,
     .type = Field::kType,
     .value = Field::kValue,
     .hook = parameter},
    {.node = "optional_parameter",
     .act = Act::kParameter,
     .name = Field::kPattern,
     .type = Field::kType,
     .value = Field::kValue,
     .hook = parameter},
    {.node = "nested_type_identifier", .act = Act::kMember, .name = Field::kName, .object = Field::kModule},
    {.node = "nested_identifier", .act = Act::kMember, .name = Field::kProperty, .object = Field::kObject},
    {.node = "generic_type", .act = Act::kGeneric},
    {.node = "instantiation_expression", .act = Act::kGeneric},
    {.node = "non_null_expression", .act = Act::kGeneric},
    {.node = "await_expression", .act = Act::kGeneric},
    {.node = "property_identifier", .hook = property_identifier},
    {.node = "type_identifier", .act = Act::kTypeName},
};

constexpr ShapeRule kShapes[] = {
    {"parenthesized_expression", Shape::kFirst},
    {"as_expression", Shape::kFirst},
    {"satisfies_expression", Shape::kFirst},
    {"non_null_expression", Shape::kFirst},
};

/// What only the grammar with elements has.
constexpr Rule kTsxRules[] = {
    {.node = "jsx_opening_element", .hook = js_jsx_name},
    {.node = "jsx_self_closing_element", .hook = js_jsx_name},
    {.node = "jsx_closing_element", .act = Act::kSkip},
};

}  // namespace

const LanguageDefinition kTypeScriptLanguage = {
    .language = Language::kTypeScript,
    .grammar = tree_sitter_typescript,
    .version = 6,
    .family_rules = kJsFamilyRules,
    .rules = kRules,
    .family_shapes = kJsFamilyShapes,
    .shapes = kShapes,
    .functions_as_values = true,
    .text_flow = true,
};

const LanguageDefinition kTsxLanguage = {
    .language = Language::kTsx,
    .grammar = tree_sitter_tsx,
    .version = 6,
    .family_rules = kJsFamilyRules,
    .rules = kRules,
    .more_rules = kTsxRules,
    .family_shapes = kJsFamilyShapes,
    .shapes = kShapes,
    .functions_as_values = true,
    .text_flow = true,
};

}  // namespace grove::syntax
