#include "syntax/languages/languages.h"
#include "syntax/tree/walk.h"

extern "C" const TSLanguage* tree_sitter_c_sharp();

namespace grove::syntax {
namespace {

/// `namespace A.B;` holds for the rest of the file.
Descend file_scoped_namespace(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  if (ts_node_is_null(name)) return Descend::kYes;
  walk.facts().module = walk.intern_snippet(name);
  return Descend::kNo;
}

/// `namespace A.B { … }`: one symbol for the whole dotted name.
Descend namespace_declaration(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  if (ts_node_is_null(name)) return Descend::kYes;
  walk.open_symbol(
      {.node = node, .kind = Kind::kNamespace, .name = name, .name_text = walk.text(name), .body = walk.child(node, Field::kBody)});
  for (auto all = walk.children(name); all.next_named();)
    if (walk.act_of(all.node()) == Act::kIdentifier) walk.claim(all.node());
  return Descend::kYes;
}

/// `using A.B;`, `using static A.B.C;`, `using X = A.B.C;`
Descend using_directive(Walk& walk, TSNode node, const Rule&) {
  Import import{.begin = ts_node_start_byte(node)};
  const TSNode alias = walk.child(node, Field::kName);
  TSNode target{};
  for (auto all = walk.children(node); all.next();) {
    if (walk.is(all.node(), "static")) import.is_static = true;
    if (ts_node_is_named(all.node()) && (ts_node_is_null(alias) || !ts_node_eq(all.node(), alias))) target = all.node();
  }
  if (ts_node_is_null(target)) return Descend::kNo;
  import.begin = ts_node_start_byte(target);
  import.module = walk.intern_snippet(target);
  import.alias = walk.intern_snippet(alias);
  if (ts_node_is_null(alias)) import.name = walk.intern("*");
  walk.add_import(import);
  return Descend::kNo;
}

/// The initialiser stands behind `=` without a field.
Descend variable_declarator(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode name = walk.child(node, Field::kName);
  if (ts_node_is_null(name)) return walk.act(node, rule);
  TSNode value{};
  for (auto all = walk.children(node); all.next_named();)
    if (!ts_node_eq(all.node(), name) && !walk.is(all.node(), "bracketed_argument_list")) value = all.node();
  if (walk.in_callable()) {
    walk.claim(name);
    walk.declare_local(name);
    walk.add_binding(walk.symbol(), name, walk.top().act == Act::kWrapper ? walk.top().type : 0, value);
    return Descend::kYes;
  }
  const bool constant = walk.is_constant_name(walk.text(name));
  const StringId type = walk.top().act == Act::kWrapper ? walk.top().type : 0;
  const Index symbol = walk.open_symbol({.node = node, .kind = constant ? Kind::kConstant : Kind::kField, .name = name});
  walk.facts().symbols[symbol].type = type;
  if (!ts_node_is_null(value)) walk.top().value_begin = ts_node_start_byte(value);
  walk.add_binding(symbol, name, type, value);
  return Descend::kYes;
}

/// `[Route("x"), Authorize]`: each stands on what the whole list stands on.
Descend attribute_list(Walk& walk, TSNode node, const Rule&) {
  for (auto all = walk.children(node); all.next_named();)
    if (walk.is(all.node(), "attribute"))
      walk.annotation({.node = node,
                       .name = walk.child(all.node(), Field::kName),
                       .arguments = walk.child_of_type(all.node(), "attribute_argument_list")});
  return Descend::kYes;
}

/// The grammar has one leaf for names of values and of types; where it is a type, its place says so.
void note_type(Walk& walk, TSNode type) {
  const NamePath path = walk.name_path(type);
  if (ts_node_is_null(path.leaf) || walk.claimed(path.leaf)) return;
  walk.add_reference(Role::kType, path.leaf, walk.receiver_of(path));
}

Descend typed(Walk& walk, TSNode node, const Rule& rule) {
  const Descend descend = walk.act(node, rule);
  note_type(walk, walk.child(node, rule.type));
  return descend;
}

/// `params T[] rest` has no node of its own in the list.
Descend parameter_list(Walk& walk, TSNode node, const Rule& rule) {
  const Descend descend = walk.act(node, rule);
  if (!ts_node_is_null(walk.child(node, Field::kName))) walk.remember(node);
  return descend;
}

Descend identifier(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode list = walk.remembered();
  if (walk.top().act != Act::kParameterList || ts_node_is_null(list) || !ts_node_eq(walk.child(list, Field::kName), node))
    return walk.act(node, rule);
  walk.parameter({.node = node, .name = node, .type = walk.child(list, Field::kType), .variadic = true});
  return Descend::kNo;
}

/// `this[int i]` has no name of its own.
Descend indexer(Walk& walk, TSNode node, const Rule&) {
  walk.open_symbol({.node = node,
                    .kind = Kind::kMethod,
                    .name_text = "this[]",
                    .type = walk.child(node, Field::kType),
                    .body = walk.child_of_type(node, "accessor_list")});
  note_type(walk, walk.child(node, Field::kType));
  return Descend::kYes;
}

Descend operator_declaration(Walk& walk, TSNode node, const Rule&) {
  const TSNode symbol = walk.child(node, Field::kOperator);
  const std::string name = "operator" + std::string(ts_node_is_null(symbol) ? std::string_view(" ") : walk.text(symbol));
  const TSNode type = walk.child(node, Field::kType);
  const std::string conversion = "operator " + std::string(ts_node_is_null(type) ? std::string_view{} : walk.text(type));
  walk.open_symbol({.node = node,
                    .kind = Kind::kMethod,
                    .name_text = ts_node_is_null(symbol) ? std::string_view(conversion) : std::string_view(name),
                    .type = type,
                    .body = walk.child(node, Field::kBody),
                    .flags = kSymbolOperator});
  return Descend::kYes;
}

/// `~Cache()`
Descend destructor(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  const std::string text = "~" + std::string(walk.text(name));
  walk.open_symbol({.node = node, .kind = Kind::kMethod, .name_text = text, .body = walk.child(node, Field::kBody)});
  walk.claim(name);
  return Descend::kYes;
}

/// `x => …`: the parameter is a bare leaf.
Descend lambda(Walk& walk, TSNode node, const Rule& rule) {
  const Descend descend = walk.act(node, rule);
  const TSNode parameters = walk.child(node, Field::kParameters);
  if (walk.is(parameters, "implicit_parameter")) {
    walk.lambda_parameter(parameters);
    walk.declare_local(parameters);
  }
  return descend;
}

Descend given_back(Walk& walk, TSNode node, const Rule&) {
  walk.add_text_result(ts_node_named_child(node, 0));
  return Descend::kYes;
}

constexpr Rule kRules[] = {
    {.node = "return_statement", .hook = given_back},
    {.node = "arrow_expression_clause", .hook = given_back},
    {.node = "file_scoped_namespace_declaration", .hook = file_scoped_namespace},
    {.node = "namespace_declaration", .hook = namespace_declaration},
    {.node = "using_directive", .hook = using_directive},
    {.node = "class_declaration", .act = Act::kSymbol, .kind = Kind::kClass, .name = Field::kName, .body = Field::kBody},
    {.node = "record_declaration", .act = Act::kSymbol, .kind = Kind::kClass, .name = Field::kName, .body = Field::kBody},
    {.node = "struct_declaration", .act = Act::kSymbol, .kind = Kind::kStruct, .name = Field::kName, .body = Field::kBody},
    {.node = "interface_declaration", .act = Act::kSymbol, .kind = Kind::kInterface, .name = Field::kName, .body = Field::kBody},
    {.node = "enum_declaration", .act = Act::kSymbol, .kind = Kind::kEnum, .name = Field::kName, .body = Field::kBody},
    {.node = "enum_member_declaration", .act = Act::kSymbol, .kind = Kind::kConstant, .name = Field::kName, .value = Field::kValue},
    {.node = "delegate_declaration", .act = Act::kSymbol, .kind = Kind::kType, .name = Field::kName, .type = Field::kType, .hook = typed},
    {.node = "method_declaration", .act = Act::kSymbol, .name = Field::kName, .type = Field::kReturns, .body = Field::kBody, .hook = typed},
    {.node = "local_function_statement",
     .act = Act::kSymbol,
     .name = Field::kName,
     .type = Field::kType,
     .body = Field::kBody,
     .hook = typed},
    {.node = "constructor_declaration", .act = Act::kSymbol, .kind = Kind::kConstructor, .name = Field::kName, .body = Field::kBody},
    {.node = "destructor_declaration", .hook = destructor},
    {.node = "operator_declaration", .hook = operator_declaration},
    {.node = "conversion_operator_declaration", .hook = operator_declaration},
    {.node = "indexer_declaration", .hook = indexer},
    {.node = "property_declaration",
     .act = Act::kSymbol,
     .kind = Kind::kField,
     .name = Field::kName,
     .type = Field::kType,
     .value = Field::kValue,
     .hook = typed},
    {.node = "event_declaration", .act = Act::kSymbol, .kind = Kind::kField, .name = Field::kName, .type = Field::kType, .hook = typed},
    {.node = "accessor_list", .act = Act::kBody},
    {.node = "accessor_declaration", .act = Act::kScope},
    {.node = "field_declaration", .act = Act::kWrapper},
    {.node = "event_field_declaration", .act = Act::kWrapper},
    {.node = "local_declaration_statement", .act = Act::kWrapper},
    {.node = "variable_declaration", .act = Act::kWrapper, .type = Field::kType, .hook = typed},
    {.node = "variable_declarator", .act = Act::kVariable, .name = Field::kName, .hook = variable_declarator},
    {.node = "foreach_statement", .act = Act::kVariable, .name = Field::kLeft, .type = Field::kType, .hook = typed},
    {.node = "declaration_expression", .act = Act::kVariable, .name = Field::kName, .type = Field::kType, .hook = typed},
    {.node = "declaration_pattern", .act = Act::kDeclare, .name = Field::kName, .type = Field::kType, .hook = typed},
    {.node = "recursive_pattern", .act = Act::kDeclare, .name = Field::kName, .type = Field::kType, .hook = typed},
    {.node = "from_clause", .act = Act::kDeclare, .name = Field::kName},
    {.node = "catch_declaration", .act = Act::kParameter, .name = Field::kName, .type = Field::kType, .hook = typed},
    {.node = "lambda_expression", .act = Act::kLambda, .hook = lambda},
    {.node = "anonymous_method_expression", .act = Act::kLambda},
    {.node = "parameter_list", .act = Act::kParameterList, .hook = parameter_list},
    {.node = "parameter", .act = Act::kParameter, .name = Field::kName, .type = Field::kType, .hook = typed},
    {.node = "type_parameter", .act = Act::kTypeParameter, .name = Field::kName},
    {.node = "cast_expression", .type = Field::kType, .hook = typed},
    {.node = "as_expression", .type = Field::kRight, .hook = typed},
    {.node = "is_expression", .type = Field::kRight, .hook = typed},
    {.node = "base_list", .act = Act::kInherit},
    {.node = "type_argument_list", .act = Act::kTypeRegion},
    {.node = "invocation_expression", .act = Act::kCall, .name = Field::kFunction, .arguments = Field::kArguments},
    {.node = "object_creation_expression", .act = Act::kNew, .type = Field::kType, .arguments = Field::kArguments},
    {.node = "member_access_expression", .act = Act::kMember, .name = Field::kName, .object = Field::kExpression},
    {.node = "member_binding_expression", .act = Act::kMember, .name = Field::kName},
    {.node = "qualified_name", .act = Act::kMember, .name = Field::kName, .object = Field::kQualifier},
    {.node = "alias_qualified_name", .act = Act::kMember, .name = Field::kName, .object = Field::kAlias},
    {.node = "generic_name", .act = Act::kGeneric},
    {.node = "identifier", .act = Act::kIdentifier, .hook = identifier},
    {.node = "typeof_expression", .act = Act::kTypeRegion},
    {.node = "nullable_type", .act = Act::kTypeRegion},
    {.node = "array_type", .act = Act::kTypeRegion},
    {.node = "assignment_expression", .act = Act::kAssignment, .name = Field::kLeft, .value = Field::kRight},
    {.node = "argument", .act = Act::kNamed, .name = Field::kName},
    {.node = "attribute_argument", .act = Act::kNamed, .name = Field::kName},
    {.node = "attribute_list", .hook = attribute_list},
    {.node = "labeled_statement", .act = Act::kLabel},
    {.node = "comment", .act = Act::kComment},
};

constexpr ShapeRule kShapes[] = {
    {"string_literal", Shape::kString},
    {"verbatim_string_literal", Shape::kString},
    {"raw_string_literal", Shape::kString},
    {"interpolated_string_expression", Shape::kString},
    {"interpolation", Shape::kPart},
    {"character_literal", Shape::kString},
    {"integer_literal", Shape::kNumber},
    {"real_literal", Shape::kNumber},
    {"boolean_literal", Shape::kNumber},
    {"null_literal", Shape::kNumber},
    {"typeof_expression", Shape::kName},
    {"binary_expression", Shape::kBinary},
    {"initializer_expression", Shape::kArray},
    {"collection_expression", Shape::kArray},
    {"array_creation_expression", Shape::kCast},
    {"implicit_array_creation_expression", Shape::kCast},
    {"parenthesized_expression", Shape::kCast},
    {"cast_expression", Shape::kCast},
    {"await_expression", Shape::kCast},
    {"argument", Shape::kCast},
    {"attribute_argument", Shape::kNamed},
    {"arrow_expression_clause", Shape::kCast},
};

}  // namespace

const LanguageDefinition kCSharpLanguage = {
    .language = Language::kCSharp,
    .grammar = tree_sitter_c_sharp,
    .version = 5,
    .rules = kRules,
    .shapes = kShapes,
    .inferred = "var",
    .self = "this base",
    .overloads = true,
    .text_flow = true,
};

}  // namespace grove::syntax
