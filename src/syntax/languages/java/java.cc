#include "syntax/languages/languages.h"
#include "syntax/tree/walk.h"

extern "C" const TSLanguage* tree_sitter_java();

namespace grove::syntax {
namespace {

Descend package_declaration(Walk& walk, TSNode node, const Rule&) {
  for (auto all = walk.children(node); all.next_named();)
    if (const Act act = walk.act_of(all.node()); act == Act::kIdentifier || act == Act::kMember)
      walk.facts().module = walk.intern_snippet(all.node());
  return Descend::kNo;
}

/// `import a.b.C;` takes C from a.b; `import static a.b.C.f;` takes f from a.b.C; `import a.b.*;` takes all.
Descend import_declaration(Walk& walk, TSNode node, const Rule&) {
  Import import{.begin = ts_node_start_byte(node)};
  bool all_names = false;
  TSNode path{};
  for (auto all = walk.children(node); all.next();) {
    if (walk.is(all.node(), "static")) import.is_static = true;
    if (walk.is(all.node(), "asterisk")) all_names = true;
    if (const Act act = walk.act_of(all.node()); act == Act::kIdentifier || act == Act::kMember) path = all.node();
  }
  if (ts_node_is_null(path)) return Descend::kNo;
  import.begin = ts_node_start_byte(path);
  const NamePath name = walk.name_path(path);
  if (all_names || ts_node_is_null(name.object)) {
    import.module = walk.intern_snippet(path);
    if (all_names) import.name = walk.intern("*");
  } else {
    import.module = walk.intern_snippet(name.object);
    import.name = walk.intern_snippet(name.leaf);
  }
  walk.add_import(import);
  return Descend::kNo;
}

/// The `name` of `String... names` is that of a declarator inside.
Descend spread_parameter(Walk& walk, TSNode node, const Rule&) {
  ParameterDraft draft{.node = node, .variadic = true};
  for (auto all = walk.children(node); all.next_named();) {
    if (walk.is(all.node(), "variable_declarator"))
      draft.name = walk.child(all.node(), Field::kName);
    else if (!walk.is(all.node(), "modifiers"))
      draft.type = all.node();
  }
  if (!ts_node_is_null(draft.name)) walk.parameter(draft);
  return Descend::kYes;
}

/// `T extends Comparable<T>`
Descend type_parameter(Walk& walk, TSNode node, const Rule&) {
  TSNode name{};
  TSNode bound{};
  for (auto all = walk.children(node); all.next_named();) {
    if (walk.is(all.node(), "type_identifier")) name = all.node();
    if (walk.is(all.node(), "type_bound")) bound = all.node();
  }
  if (ts_node_is_null(name)) return Descend::kYes;
  constexpr std::string_view kKeyword = "extends";
  const std::string_view text = ts_node_is_null(bound) ? std::string_view{} : walk.text(bound);
  walk.type_parameter(node, name, walk.intern_snippet(text.substr(text.starts_with(kKeyword) ? kKeyword.size() : 0)));
  return Descend::kYes;
}

/// Names in `(a, b) -> …` and `a -> …`.
Descend lambda(Walk& walk, TSNode node, const Rule& rule) {
  const Descend descend = walk.act(node, rule);
  const TSNode parameters = walk.child(node, Field::kParameters);
  const bool is_alone = walk.is(parameters, "identifier");
  if (!is_alone && !walk.is(parameters, "inferred_parameters")) return descend;
  walk.lambda_parameter(is_alone ? parameters : ts_node_named_child(parameters, 0));
  walk.declare_locals_in(parameters);
  return descend;
}

Descend annotated_type_element(Walk& walk, TSNode node, const Rule& rule) {
  const Descend descend = walk.act(node, rule);
  if (walk.top().act == Act::kSymbol) walk.facts().symbols[walk.symbol()].kind = Kind::kMethod;
  return descend;
}

/// `CANCEL("orders")`
Descend enum_constant(Walk& walk, TSNode node, const Rule& rule) {
  const Descend descend = walk.act(node, rule);
  const TSNode type = ts_node_parent(ts_node_parent(node));
  walk.add_constant_object(walk.child(type, Field::kName), walk.child(node, Field::kArguments));
  return descend;
}

Descend explicit_constructor(Walk& walk, TSNode node, const Rule&) {
  walk.add_call({.leaf = walk.child(node, Field::kConstructor)}, walk.child(node, Field::kArguments));
  return Descend::kYes;
}

/// `new Runnable() { … }`, and the body of an enum constant: members, though not of a symbol that is a type.
Descend class_body(Walk& walk, TSNode node, const Rule&) {
  if (walk.top().act == Act::kSymbol && walk.top().in_type && !walk.top().in_callable) return Descend::kYes;
  Frame& frame = walk.push_frame(Act::kScope, node);
  frame.in_type = true;
  frame.in_callable = false;
  frame.callable = kNone;
  return Descend::kYes;
}

/// `User::getName` reads the method.
Descend method_reference(Walk& walk, TSNode node, const Rule&) {
  const std::uint32_t count = ts_node_named_child_count(node);
  const TSNode object = ts_node_named_child(node, 0);
  const TSNode name = ts_node_named_child(node, count - 1);
  if (count > 1 && walk.is(name, "identifier")) walk.add_reference(Role::kRead, name, walk.receiver_of({.object = object}));
  walk.note_object(object);
  return Descend::kYes;
}

Descend return_statement(Walk& walk, TSNode node, const Rule&) {
  walk.add_text_result(ts_node_named_child(node, 0));
  return Descend::kYes;
}

/// A component of a record is a field as well, which a function of that name gives.
Descend formal_parameter(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode name = walk.child(node, Field::kName);
  const bool in_header = walk.symbol() != kNone && is_type(walk.symbol_at(walk.symbol()).kind) && !walk.in_callable();
  const bool is_component = in_header && !ts_node_is_null(name) && walk.is(ts_node_parent(ts_node_parent(node)), "record_declaration");
  if (is_component) {
    const SymbolDraft draft{
        .node = node, .kind = Kind::kField, .name = name, .type = walk.child(node, Field::kType), .flags = kSymbolPrivate | kSymbolFinal};
    const Index field = walk.add_symbol(draft, walk.symbol());
    walk.add_binding(field, name, walk.symbol_at(field).type, {});
  }
  return walk.act(node, rule);
}

/// `case Circle c`, `x instanceof Circle c`.
Descend type_pattern(Walk& walk, TSNode node, const Rule&) {
  for (auto all = walk.children(node); all.next_named();)
    if (walk.is(all.node(), "identifier")) walk.declare_locals_in(all.node());
  return Descend::kYes;
}

constexpr Rule kRules[] = {
    {.node = "package_declaration", .hook = package_declaration},
    {.node = "import_declaration", .hook = import_declaration},
    {.node = "class_declaration", .act = Act::kSymbol, .kind = Kind::kClass, .name = Field::kName, .body = Field::kBody},
    {.node = "record_declaration", .act = Act::kSymbol, .kind = Kind::kClass, .name = Field::kName, .body = Field::kBody},
    {.node = "interface_declaration", .act = Act::kSymbol, .kind = Kind::kInterface, .name = Field::kName, .body = Field::kBody},
    {.node = "annotation_type_declaration", .act = Act::kSymbol, .kind = Kind::kInterface, .name = Field::kName, .body = Field::kBody},
    {.node = "enum_declaration", .act = Act::kSymbol, .kind = Kind::kEnum, .name = Field::kName, .body = Field::kBody},
    {.node = "enum_constant", .act = Act::kSymbol, .kind = Kind::kConstant, .name = Field::kName, .hook = enum_constant},
    {.node = "method_declaration", .act = Act::kSymbol, .name = Field::kName, .type = Field::kType, .body = Field::kBody},
    {.node = "annotation_type_element_declaration",
     .act = Act::kSymbol,
     .name = Field::kName,
     .type = Field::kType,
     .value = Field::kValue,
     .hook = annotated_type_element},
    {.node = "constructor_declaration", .act = Act::kSymbol, .kind = Kind::kConstructor, .name = Field::kName, .body = Field::kBody},
    {.node = "compact_constructor_declaration",
     .act = Act::kSymbol,
     .kind = Kind::kConstructor,
     .name = Field::kName,
     .body = Field::kBody},
    {.node = "field_declaration", .act = Act::kWrapper, .type = Field::kType},
    {.node = "constant_declaration", .act = Act::kWrapper, .type = Field::kType},
    {.node = "local_variable_declaration", .act = Act::kWrapper, .type = Field::kType},
    {.node = "variable_declarator", .act = Act::kVariable, .name = Field::kName, .value = Field::kValue},
    {.node = "resource", .act = Act::kVariable, .name = Field::kName, .type = Field::kType, .value = Field::kValue},
    {.node = "enhanced_for_statement", .act = Act::kVariable, .name = Field::kName, .type = Field::kType},
    {.node = "static_initializer", .act = Act::kScope},
    {.node = "lambda_expression", .act = Act::kLambda, .hook = lambda},
    {.node = "formal_parameter", .act = Act::kParameter, .name = Field::kName, .type = Field::kType, .hook = formal_parameter},
    {.node = "catch_formal_parameter", .act = Act::kDeclare, .name = Field::kName},
    {.node = "spread_parameter", .act = Act::kParameter, .hook = spread_parameter},
    {.node = "type_parameter", .act = Act::kTypeParameter, .hook = type_parameter},
    {.node = "superclass", .act = Act::kInherit},
    {.node = "super_interfaces", .act = Act::kInherit},
    {.node = "extends_interfaces", .act = Act::kInherit},
    {.node = "type_arguments", .act = Act::kTypeRegion},
    {.node = "class_body", .hook = class_body},
    {.node = "method_reference", .hook = method_reference},
    {.node = "instanceof_expression", .act = Act::kDeclare, .name = Field::kName},
    {.node = "type_pattern", .hook = type_pattern},
    {.node = "record_pattern_component", .hook = type_pattern},
    {.node = "method_invocation", .act = Act::kCall, .name = Field::kName, .object = Field::kObject, .arguments = Field::kArguments},
    {.node = "object_creation_expression", .act = Act::kNew, .type = Field::kType, .arguments = Field::kArguments},
    {.node = "explicit_constructor_invocation", .hook = explicit_constructor},
    {.node = "field_access", .act = Act::kMember, .name = Field::kField, .object = Field::kObject},
    {.node = "scoped_identifier", .act = Act::kMember, .name = Field::kName, .object = Field::kScope},
    {.node = "scoped_type_identifier", .act = Act::kPath},
    {.node = "generic_type", .act = Act::kGeneric},
    {.node = "identifier", .act = Act::kIdentifier},
    {.node = "type_identifier", .act = Act::kTypeName},
    {.node = "assignment_expression", .act = Act::kAssignment, .name = Field::kLeft, .value = Field::kRight},
    {.node = "return_statement", .hook = return_statement},
    {.node = "labeled_statement", .act = Act::kLabel},
    {.node = "break_statement", .act = Act::kSkip},
    {.node = "continue_statement", .act = Act::kSkip},
    {.node = "element_value_pair", .act = Act::kNamed, .name = Field::kKey},
    {.node = "annotation", .act = Act::kAnnotation, .name = Field::kName, .arguments = Field::kArguments},
    {.node = "marker_annotation", .act = Act::kAnnotation, .name = Field::kName},
    {.node = "line_comment", .act = Act::kComment},
    {.node = "block_comment", .act = Act::kComment},
};

constexpr ShapeRule kShapes[] = {
    {"string_literal", Shape::kString},
    {"string_interpolation", Shape::kPart},
    {"character_literal", Shape::kString},
    {"decimal_integer_literal", Shape::kNumber},
    {"hex_integer_literal", Shape::kNumber},
    {"decimal_floating_point_literal", Shape::kNumber},
    {"true", Shape::kNumber},
    {"false", Shape::kNumber},
    {"null_literal", Shape::kNumber},
    {"class_literal", Shape::kName},
    {"this", Shape::kName},
    {"method_reference", Shape::kName},
    {"binary_expression", Shape::kBinary},
    {"element_value_array_initializer", Shape::kArray},
    {"array_initializer", Shape::kArray},
    {"element_value_pair", Shape::kNamed},
    {"parenthesized_expression", Shape::kCast},
    {"cast_expression", Shape::kCast},
};

}  // namespace

const LanguageDefinition kJavaLanguage = {
    .language = Language::kJava,
    .grammar = tree_sitter_java,
    .version = 5,
    .rules = kRules,
    .shapes = kShapes,
    .inferred = "var",
    .overloads = true,
    .text_flow = true,
};

}  // namespace grove::syntax
