#include <string>
#include <vector>

#include "syntax/languages/languages.h"
#include "syntax/tree/nesting.h"
#include "syntax/tree/walk.h"

extern "C" const TSLanguage* tree_sitter_swift();

namespace grove::syntax {
namespace {

Descend import_declaration(Walk& walk, TSNode node, const Rule&) {
  const TSNode path = last_named(walk, node);
  if (ts_node_is_null(path)) return Descend::kNo;
  const std::string_view text = walk.text(path);
  const std::size_t dot = text.rfind('.');
  const std::string_view before = walk.text().substr(ts_node_start_byte(node), ts_node_start_byte(path) - ts_node_start_byte(node));
  const bool member = dot != std::string_view::npos && before.find(' ') + 1 < before.size();  // `import class UIKit.UIView`
  walk.add_import({.module = walk.intern(member ? text.substr(0, dot) : text),
                   .name = member ? walk.intern(text.substr(dot + 1)) : 0,
                   .begin = ts_node_start_byte(path)});
  return Descend::kNo;
}

/// `extension Type: Protocol {…}`: members of Type, which inherits Protocol.
Descend extension(Walk& walk, TSNode node) {
  std::string_view name = walk.text(walk.child(node, Field::kName));
  name = name.substr(0, name.find('<'));
  const StringId receiver = walk.intern_snippet(name);
  Frame& frame = walk.push_frame(Act::kScope, node);
  frame.in_type = true;
  frame.in_callable = false;
  frame.callable = kNone;
  frame.receiver = receiver;
  return Descend::kYes;
}

Descend class_declaration(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  const std::string_view keyword = walk.text(walk.child(node, Field::kDeclarationKind));
  if (ts_node_is_null(name)) return Descend::kYes;
  if (keyword == "extension") return extension(walk, node);
  const Kind kind = keyword == "enum" ? Kind::kEnum : keyword == "struct" ? Kind::kStruct : Kind::kClass;
  walk.open_symbol({.node = node, .kind = kind, .name = name, .body = walk.child(node, Field::kBody)});
  return Descend::kYes;
}

/// The type behind `->`: the grammar calls it, and every other type, by the same field.
TSNode result_type(Walk& walk, TSNode node) {
  bool arrow = false;
  for (auto all = walk.children(node); all.next();) {
    if (arrow && ts_node_is_named(all.node())) return all.node();
    arrow = arrow || walk.is(all.node(), "->");
  }
  return {};
}

Descend function_declaration(Walk& walk, TSNode node, const Rule& rule) {
  SymbolDraft draft{.node = node, .kind = rule.kind, .type = result_type(walk, node), .body = walk.child(node, Field::kBody)};
  if (walk.is(node, "init_declaration"))
    draft.name_text = "init";
  else if (walk.is(node, "deinit_declaration"))
    draft.name_text = "deinit";
  else if (walk.is(node, "subscript_declaration"))
    draft.name_text = "subscript";
  else
    draft.name = walk.child(node, Field::kName);
  if (draft.name_text.empty() && ts_node_is_null(draft.name)) return Descend::kYes;
  if (walk.is(node, "subscript_declaration")) draft.body = find_child(walk, node, "computed_property");
  walk.open_symbol(draft);
  return Descend::kYes;
}

/// A default stands behind its parameter.
Descend parameter(Walk& walk, TSNode node, const Rule&) {
  ParameterDraft draft{.node = node, .name = find_child(walk, node, "simple_identifier"), .type = last_named(walk, node)};
  for (auto all = walk.children(node); all.next();) {
    if (walk.is(all.node(), "...")) draft.variadic = true;
    if (!walk.is(all.node(), "simple_identifier")) continue;
    walk.claim(all.node());
    draft.name = all.node();  // the last one: an external name may come first
  }
  const std::string_view after = walk.text().substr(ts_node_end_byte(node), 8);
  const std::size_t next = after.find_first_not_of(' ');
  draft.has_default = next != std::string_view::npos && after[next] == '=';
  walk.parameter(draft);
  return Descend::kYes;
}

/// `var a = 1, b: Int`: the first name stands for the declaration, the others for themselves.
Descend property_declaration(Walk& walk, TSNode node, const Rule&) {
  const TSFieldId name_field = walk.field_id(Field::kName);
  std::vector<TSNode> patterns;
  for (auto all = walk.children(node); all.next();)
    if (all.field() == name_field && walk.is(all.node(), "pattern")) patterns.push_back(all.node());
  if (patterns.empty()) return Descend::kYes;
  const TSNode annotation = find_child(walk, node, "type_annotation");
  const StringId type = ts_node_is_null(annotation) ? 0 : walk.intern_type(annotation);
  const TSNode value = walk.child(node, Field::kValue);
  const TSNode name = walk.child(patterns[0], Field::kBoundIdentifier);
  const Index scope = walk.symbol();
  Index owner = scope;
  if (walk.in_callable()) {
    for (const TSNode pattern : patterns) walk.declare_locals_in(pattern);
  } else if (ts_node_is_null(name)) {
    walk.add_pattern_symbols(patterns[0]);
  } else {
    const Kind kind = walk.is_constant_name(walk.text(name)) ? Kind::kConstant : Kind::kField;
    owner = walk.open_symbol({.node = node, .kind = kind, .name = name, .body = walk.child(node, Field::kComputedValue)});
    walk.facts().symbols[owner].type = type;
    if (!ts_node_is_null(value)) walk.top().value_begin = ts_node_start_byte(value);
    for (std::size_t i = 1; i < patterns.size(); ++i)
      if (const TSNode other = walk.child(patterns[i], Field::kBoundIdentifier); !ts_node_is_null(other))
        walk.add_symbol({.node = patterns[i], .kind = Kind::kField, .name = other}, scope);
  }
  if (!ts_node_is_null(name)) walk.add_binding(owner, name, type, value);
  return Descend::kYes;
}

Descend protocol_property(Walk& walk, TSNode node, const Rule&) {
  const TSNode pattern = walk.child(node, Field::kName);
  const TSNode name = ts_node_is_null(pattern) ? TSNode{} : walk.child(pattern, Field::kBoundIdentifier);
  if (ts_node_is_null(name)) return Descend::kYes;
  walk.open_symbol({.node = node,
                    .kind = Kind::kField,
                    .name = name,
                    .type = find_child(walk, node, "type_annotation"),
                    .flags = kSymbolDeclarationOnly});
  return Descend::kYes;
}

/// `case a, b(Int)`
Descend enum_entry(Walk& walk, TSNode node, const Rule&) {
  for (auto all = walk.children(node); all.next_named();)
    if (walk.is(all.node(), "simple_identifier") && !walk.claimed(all.node()))
      walk.add_symbol({.node = all.node(), .kind = Kind::kConstant, .name = all.node()}, walk.symbol());
  return Descend::kYes;
}

Descend type_parameter(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = find_child(walk, node, "type_identifier");
  const TSNode bound = walk.child(node, Field::kName);
  if (!ts_node_is_null(name)) walk.type_parameter(node, name, walk.intern_type(bound));
  return Descend::kYes;
}

/// Trailing closures are arguments too.
Descend call_expression(Walk& walk, TSNode node, const Rule& rule) {
  const std::size_t before = walk.facts().references.size();
  walk.act(node, rule);
  if (walk.facts().references.size() == before || walk.facts().references.back().role != Role::kCall) return Descend::kYes;
  std::uint32_t count = 0;
  for (auto all = walk.children(find_child(walk, node, "call_suffix")); all.next_named();)
    count += walk.is(all.node(), "value_arguments") ? ts_node_named_child_count(all.node()) : 1U;
  walk.facts().references.back().arity = static_cast<std::uint8_t>(count < 255 ? count : 255);
  return Descend::kYes;
}

/// `if let user = …`, `guard let user`, `case .admin(let user)`
Descend bound_names(Walk& walk, TSNode node, const Rule&) {
  const TSFieldId bound = walk.field_id(Field::kBoundIdentifier);
  for (auto all = walk.children(node); all.next();)
    if (all.field() == bound && walk.is(all.node(), "simple_identifier") && !walk.claimed(all.node())) walk.declare_locals_in(all.node());
  return Descend::kYes;
}

Descend lambda_parameter(Walk& walk, TSNode node, const Rule&) {
  if (const TSNode name = find_child(walk, node, "simple_identifier"); !ts_node_is_null(name)) walk.declare_locals_in(name);
  return Descend::kYes;
}

Descend attribute(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = ts_node_named_child(node, 0);
  if (walk.is(name, "user_type")) walk.annotation({.node = node, .name = name});
  return Descend::kYes;
}

constexpr Rule kRules[] = {
    {.node = "import_declaration", .hook = import_declaration},
    {.node = "class_declaration", .act = Act::kSymbol, .kind = Kind::kClass, .name = Field::kName, .hook = class_declaration},
    {.node = "protocol_declaration", .act = Act::kSymbol, .kind = Kind::kInterface, .name = Field::kName, .body = Field::kBody},
    {.node = "function_declaration", .act = Act::kSymbol, .name = Field::kName, .hook = function_declaration},
    {.node = "protocol_function_declaration", .act = Act::kSymbol, .name = Field::kName, .hook = function_declaration},
    {.node = "init_declaration", .act = Act::kSymbol, .kind = Kind::kConstructor, .hook = function_declaration},
    {.node = "deinit_declaration", .act = Act::kSymbol, .kind = Kind::kMethod, .hook = function_declaration},
    {.node = "subscript_declaration", .act = Act::kSymbol, .kind = Kind::kMethod, .hook = function_declaration},
    {.node = "property_declaration", .act = Act::kVariable, .hook = property_declaration},
    {.node = "protocol_property_declaration", .act = Act::kSymbol, .kind = Kind::kField, .hook = protocol_property},
    {.node = "enum_entry", .hook = enum_entry},
    {.node = "typealias_declaration", .act = Act::kSymbol, .kind = Kind::kType, .name = Field::kName, .type = Field::kValue},
    {.node = "associatedtype_declaration", .act = Act::kSymbol, .kind = Kind::kType, .name = Field::kName},
    {.node = "parameter", .act = Act::kParameter, .hook = parameter},
    {.node = "type_parameter", .act = Act::kTypeParameter, .hook = type_parameter},
    {.node = "inheritance_specifier", .act = Act::kInherit},
    {.node = "type_arguments", .act = Act::kTypeRegion},
    {.node = "computed_property", .act = Act::kScope},
    {.node = "willset_didset_block", .act = Act::kScope},
    {.node = "lambda_literal", .act = Act::kLambda},
    {.node = "lambda_parameter", .hook = lambda_parameter},
    {.node = "for_statement", .act = Act::kDeclare, .name = Field::kItem},
    {.node = "catch_block", .act = Act::kDeclare, .name = Field::kError},
    {.node = "if_statement", .hook = bound_names},
    {.node = "guard_statement", .hook = bound_names},
    {.node = "while_statement", .hook = bound_names},
    {.node = "pattern", .hook = bound_names},
    {.node = "call_expression", .act = Act::kCall, .hook = call_expression},
    {.node = "constructor_expression", .act = Act::kNew, .type = Field::kConstructedType},
    {.node = "call_suffix", .act = Act::kArguments},
    {.node = "constructor_suffix", .act = Act::kArguments},
    {.node = "value_arguments", .act = Act::kArguments},
    {.node = "value_argument_label", .act = Act::kLabel},
    {.node = "navigation_expression", .act = Act::kMember, .name = Field::kSuffix, .object = Field::kTarget},
    {.node = "navigation_suffix", .act = Act::kGeneric},
    {.node = "directly_assignable_expression", .act = Act::kGeneric},
    {.node = "user_type", .act = Act::kPath},
    {.node = "simple_identifier", .act = Act::kIdentifier},
    {.node = "type_identifier", .act = Act::kTypeName},
    {.node = "assignment", .act = Act::kAssignment, .name = Field::kTarget, .value = Field::kResult},
    {.node = "attribute", .act = Act::kAnnotation, .hook = attribute},
    {.node = "comment", .act = Act::kComment},
    {.node = "multiline_comment", .act = Act::kComment},
};

constexpr ShapeRule kShapes[] = {
    {"line_string_literal", Shape::kString},
    {"multi_line_string_literal", Shape::kString},
    {"raw_string_literal", Shape::kRawString},
    {"interpolated_expression", Shape::kPart},
    {"integer_literal", Shape::kNumber},
    {"real_literal", Shape::kNumber},
    {"boolean_literal", Shape::kNumber},
    {"additive_expression", Shape::kBinary},
    {"array_literal", Shape::kArray},
    {"value_argument", Shape::kNamed},
    {"try_expression", Shape::kCast},
    {"await_expression", Shape::kCast},
    {"nil_coalescing_expression", Shape::kFirst},
    {"as_expression", Shape::kFirst},
    {"postfix_expression", Shape::kFirst},
};

}  // namespace

const LanguageDefinition kSwiftLanguage = {
    .language = Language::kSwift,
    .grammar = tree_sitter_swift,
    .rules = kRules,
    .shapes = kShapes,
    .builtin_types = "String Int Bool Void Any Double Float Character Self",
    .self = "self super $0 $1 $2",

    .overloads = true,
};

}  // namespace grove::syntax
