#include <string>

#include "syntax/languages/languages.h"
#include "syntax/tree/prefix.h"
#include "syntax/tree/walk.h"

extern "C" const TSLanguage* tree_sitter_rust();

namespace grove::syntax {
namespace {

bool starts_lower(std::string_view name) { return !name.empty() && ((name.front() >= 'a' && name.front() <= 'z') || name.front() == '_'); }

/// Names that a pattern binds; capitalised ones are constants and constructors.
void declare_pattern(Walk& walk, TSNode pattern, int depth = 0) {
  if (ts_node_is_null(pattern) || depth > 8) return;
  if (walk.is(pattern, "identifier") || walk.is(pattern, "shorthand_field_identifier")) {
    if (!starts_lower(walk.text(pattern))) return;
    if (walk.in_callable()) walk.declare_local(pattern);
    walk.claim(pattern);
    return;
  }
  if (walk.is(pattern, "scoped_identifier") || walk.is(pattern, "block")) return;
  const TSFieldId type = walk.field_id(Field::kType);
  const TSFieldId condition = walk.field_id(Field::kCondition);
  for (auto all = walk.children(pattern); all.next_named();)
    if (all.field() != type && all.field() != condition) declare_pattern(walk, all.node(), depth + 1);
}

Descend pattern_of_field(Walk& walk, TSNode node, const Rule&) {
  declare_pattern(walk, walk.child(node, Field::kPattern));
  return Descend::kYes;
}

Descend let_declaration(Walk& walk, TSNode node, const Rule&) {
  const TSNode pattern = walk.child(node, Field::kPattern);
  declare_pattern(walk, pattern);
  if (walk.is(pattern, "identifier"))
    walk.add_binding(walk.symbol(), pattern, walk.intern_type(walk.child(node, Field::kType)), walk.child(node, Field::kValue));
  return Descend::kYes;
}

Descend parameter(Walk& walk, TSNode node, const Rule&) {
  const TSNode pattern = walk.child(node, Field::kPattern);
  if (walk.is(pattern, "self")) return Descend::kYes;
  declare_pattern(walk, pattern);
  walk.parameter({.node = node, .name = pattern, .type = walk.child(node, Field::kType)});
  return Descend::kYes;
}

Descend closure_parameters(Walk& walk, TSNode node, const Rule&) {
  for (auto all = walk.children(node); all.next_named();) {
    if (walk.is(all.node(), "parameter")) continue;
    walk.lambda_parameter(all.node());
    declare_pattern(walk, all.node());
  }
  return Descend::kYes;
}

Descend mod_item(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode name = walk.child(node, Field::kName);
  if (!ts_node_is_null(walk.child(node, Field::kBody))) return walk.act(node, rule);
  if (!ts_node_is_null(name)) walk.add_import({.module = walk.intern_snippet(name), .begin = ts_node_start_byte(name)});
  return Descend::kNo;
}

/// Unfolds `a::{b, c::{self, d as e}, f::*}`; `prefix` is what stands before `node`.
void add_use(Walk& walk, TSNode node, const std::string& prefix, Import base, int depth = 0) {
  if (ts_node_is_null(node) || depth > 12) return;
  const auto joined = [&](TSNode path) {
    const std::string text(ts_node_is_null(path) ? std::string_view{} : prefix_of(walk.text(path)));
    const std::string before(prefix_of(prefix));
    return before.empty() || text.empty() ? before + text : before + "::" + text;
  };
  base.begin = ts_node_start_byte(node);
  if (walk.is(node, "scoped_use_list"))
    return add_use(walk, walk.child(node, Field::kList), joined(walk.child(node, Field::kPath)), base, depth + 1);
  if (walk.is(node, "use_list")) {
    for (auto all = walk.children(node); all.next_named();) add_use(walk, all.node(), prefix, base, depth + 1);
    return;
  }
  std::string whole;
  if (walk.is(node, "use_wildcard")) {
    base.module = walk.intern(joined(ts_node_named_child(node, 0)));
    base.name = walk.intern("*");
    return walk.add_import(base);
  }
  if (walk.is(node, "use_as_clause")) {
    base.alias = walk.intern_snippet(walk.child(node, Field::kAlias));
    whole = joined(walk.child(node, Field::kPath));
  } else {
    whole = walk.is(node, "self") ? prefix : joined(node);
  }
  const std::size_t colons = whole.rfind("::");
  base.module = walk.intern(colons == std::string::npos ? whole : whole.substr(0, colons));
  if (colons != std::string::npos) base.name = walk.intern(whole.substr(colons + 2));
  walk.add_import(base);
}

Descend use_declaration(Walk& walk, TSNode node, const Rule&) {
  Import base;
  base.re_export = walk.text(node).starts_with("pub");
  add_use(walk, walk.child(node, Field::kArgument), {}, base);
  return Descend::kNo;
}

Descend extern_crate(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  walk.add_import({.module = walk.intern_snippet(name),
                   .alias = walk.intern_snippet(walk.child(node, Field::kAlias)),
                   .begin = ts_node_start_byte(node)});
  return Descend::kNo;
}

/// `impl Trait for Type`: what is in it are members of Type, which inherits Trait.
Descend impl_item(Walk& walk, TSNode node, const Rule&) {
  const TSNode type = walk.child(node, Field::kType);
  const TSNode trait = walk.child(node, Field::kTrait);
  std::string_view name = ts_node_is_null(type) ? std::string_view{} : walk.text(type);
  if (const std::size_t angle = name.find('<'); angle != std::string_view::npos && angle > 0) name = name.substr(0, angle);
  const StringId receiver = walk.intern_snippet(name);
  if (const NamePath path = ts_node_is_null(trait) ? NamePath{} : walk.name_path(trait); !ts_node_is_null(path.leaf))
    walk.add_reference(Role::kInherit, path.leaf, receiver);
  Frame& frame = walk.push_frame(Act::kScope, node);
  frame.in_type = true;
  frame.in_callable = false;
  frame.callable = kNone;
  frame.receiver = receiver;
  return Descend::kYes;
}

Descend type_parameter(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  if (ts_node_is_null(name)) return Descend::kYes;
  if (walk.top().act == Act::kScope) {  // of an impl: no symbol's own
    walk.claim(name);
    return Descend::kYes;
  }
  walk.type_parameter(node, name, walk.intern_type(walk.child(node, Field::kBounds)));
  return Descend::kYes;
}

/// `trait A: B + C` inherits; bounds elsewhere are types.
Descend trait_bounds(Walk& walk, TSNode node, const Rule&) {
  const Frame& top = walk.top();
  const bool supertraits =
      top.act == Act::kSymbol && walk.symbol_at(top.symbol).kind == Kind::kTrait && ts_node_start_byte(node) < top.body_begin;
  walk.push_frame(supertraits ? Act::kInherit : Act::kTypeRegion, node).region =
      supertraits ? Frame::Region::kInherit : Frame::Region::kType;
  return Descend::kYes;
}

/// `#[get("/x")]`, `#[derive(Clone)]`
Descend attribute_item(Walk& walk, TSNode node, const Rule&) {
  const TSNode attribute = ts_node_named_child(node, 0);
  if (!walk.is(attribute, "attribute")) return Descend::kNo;
  const TSNode name = ts_node_named_child(attribute, 0);
  TSNode arguments = walk.child(attribute, Field::kArguments);
  if (ts_node_is_null(arguments) && !ts_node_is_null(walk.child(attribute, Field::kValue))) arguments = attribute;
  const bool derive = walk.text(name) == "derive";
  walk.annotation({.node = node, .name = name, .arguments = arguments});
  if (!derive) return Descend::kNo;
  walk.push_frame(Act::kTypeRegion, node).region = Frame::Region::kType;
  return Descend::kYes;
}

Descend field_initializer(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kField);
  if (walk.is(name, "field_identifier")) walk.add_reference(Role::kWrite, name);
  return Descend::kYes;
}

/// Arguments of a macro are mere tokens: a name before a parenthesis is taken for a call.
Descend identifier(Walk& walk, TSNode node, const Rule& rule) {
  if (walk.claimed(node)) return Descend::kNo;
  const std::uint32_t end = ts_node_end_byte(node);
  const std::string_view text = walk.text();
  if (walk.top().region == Frame::Region::kValue && end < text.size() && text[end] == '(' && !walk.is_local(node)) {
    const std::uint32_t begin = ts_node_start_byte(node);
    walk.add_reference(Role::kCall, node, begin > 0 && text[begin - 1] == '.' ? walk.intern("…") : 0);
    return Descend::kNo;
  }
  return walk.act(node, rule);
}

/// `Some(x)` in a pattern reads the constructor.
Descend tuple_struct_pattern(Walk& walk, TSNode node, const Rule&) {
  const NamePath path = walk.name_path(walk.child(node, Field::kType));
  if (!ts_node_is_null(path.leaf) && !walk.claimed(path.leaf)) walk.add_reference(Role::kRead, path.leaf, walk.receiver_of(path));
  return Descend::kYes;
}

Descend macro_invocation(Walk& walk, TSNode node, const Rule&) {
  const NamePath path = walk.name_path(walk.child(node, Field::kMacro));
  if (ts_node_is_null(path.leaf)) return Descend::kYes;
  walk.add_reference(Role::kCall, path.leaf, walk.receiver_of(path));
  return Descend::kYes;
}

constexpr Rule kRules[] = {
    {.node = "mod_item", .act = Act::kSymbol, .kind = Kind::kModule, .name = Field::kName, .body = Field::kBody, .hook = mod_item},
    {.node = "use_declaration", .hook = use_declaration},
    {.node = "extern_crate_declaration", .hook = extern_crate},
    {.node = "function_item", .act = Act::kSymbol, .name = Field::kName, .type = Field::kReturnType, .body = Field::kBody},
    {.node = "function_signature_item", .act = Act::kSymbol, .name = Field::kName, .type = Field::kReturnType},
    {.node = "struct_item", .act = Act::kSymbol, .kind = Kind::kStruct, .name = Field::kName, .body = Field::kBody},
    {.node = "union_item", .act = Act::kSymbol, .kind = Kind::kStruct, .name = Field::kName, .body = Field::kBody},
    {.node = "enum_item", .act = Act::kSymbol, .kind = Kind::kEnum, .name = Field::kName, .body = Field::kBody},
    {.node = "enum_variant", .act = Act::kSymbol, .kind = Kind::kConstant, .name = Field::kName, .value = Field::kValue},
    {.node = "trait_item", .act = Act::kSymbol, .kind = Kind::kTrait, .name = Field::kName, .body = Field::kBody},
    {.node = "impl_item", .hook = impl_item},
    {.node = "type_item", .act = Act::kSymbol, .kind = Kind::kType, .name = Field::kName, .type = Field::kType},
    {.node = "associated_type", .act = Act::kSymbol, .kind = Kind::kType, .name = Field::kName},
    {.node = "const_item",
     .act = Act::kSymbol,
     .kind = Kind::kConstant,
     .name = Field::kName,
     .type = Field::kType,
     .value = Field::kValue},
    {.node = "static_item",
     .act = Act::kSymbol,
     .kind = Kind::kConstant,
     .name = Field::kName,
     .type = Field::kType,
     .value = Field::kValue},
    {.node = "macro_definition", .act = Act::kSymbol, .kind = Kind::kMacro, .name = Field::kName},
    {.node = "macro_rule", .act = Act::kSkip},
    {.node = "field_declaration", .act = Act::kSymbol, .kind = Kind::kField, .name = Field::kName, .type = Field::kType},
    {.node = "let_declaration", .hook = let_declaration},
    {.node = "let_condition", .hook = pattern_of_field},
    {.node = "for_expression", .hook = pattern_of_field},
    {.node = "match_arm", .hook = pattern_of_field},
    {.node = "parameter", .act = Act::kParameter, .hook = parameter},
    {.node = "self_parameter", .act = Act::kSkip},
    {.node = "closure_expression", .act = Act::kLambda},
    {.node = "closure_parameters", .hook = closure_parameters},
    {.node = "function_type", .act = Act::kScope},
    {.node = "type_parameter", .act = Act::kTypeParameter, .hook = type_parameter},
    {.node = "const_parameter", .act = Act::kTypeParameter, .name = Field::kName, .type = Field::kType},
    {.node = "trait_bounds", .hook = trait_bounds},
    {.node = "type_arguments", .act = Act::kTypeRegion},
    {.node = "call_expression", .act = Act::kCall, .name = Field::kFunction, .arguments = Field::kArguments},
    {.node = "expression_statement", .act = Act::kStatement},
    {.node = "macro_invocation", .hook = macro_invocation},
    {.node = "struct_expression", .act = Act::kNew, .type = Field::kName, .arguments = Field::kBody},
    {.node = "field_initializer", .hook = field_initializer},
    {.node = "tuple_struct_pattern", .hook = tuple_struct_pattern},
    {.node = "field_expression", .act = Act::kMember, .name = Field::kField, .object = Field::kValue},
    {.node = "scoped_identifier", .act = Act::kMember, .name = Field::kName, .object = Field::kPath},
    {.node = "scoped_type_identifier", .act = Act::kMember, .name = Field::kName, .object = Field::kPath},
    {.node = "generic_function", .act = Act::kGeneric},
    {.node = "generic_type", .act = Act::kGeneric},
    {.node = "generic_type_with_turbofish", .act = Act::kGeneric},
    {.node = "identifier", .act = Act::kIdentifier, .hook = identifier},
    {.node = "shorthand_field_identifier", .act = Act::kIdentifier},
    {.node = "field_identifier", .act = Act::kFieldName},
    {.node = "type_identifier", .act = Act::kTypeName},
    {.node = "assignment_expression", .act = Act::kAssignment, .name = Field::kLeft, .value = Field::kRight},
    {.node = "compound_assignment_expr", .act = Act::kAssignment, .name = Field::kLeft},
    {.node = "attribute_item", .act = Act::kAnnotation, .hook = attribute_item},
    {.node = "inner_attribute_item", .act = Act::kSkip},
    {.node = "visibility_modifier", .act = Act::kSkip},
    {.node = "lifetime", .act = Act::kSkip},
    {.node = "label", .act = Act::kSkip},
    {.node = "line_comment", .act = Act::kComment},
    {.node = "block_comment", .act = Act::kComment},
};

constexpr ShapeRule kShapes[] = {
    {"string_literal", Shape::kString},         {"raw_string_literal", Shape::kRawString}, {"char_literal", Shape::kString},
    {"integer_literal", Shape::kNumber},        {"float_literal", Shape::kNumber},         {"boolean_literal", Shape::kNumber},
    {"binary_expression", Shape::kBinary},      {"array_expression", Shape::kArray},       {"tuple_expression", Shape::kArray},
    {"field_initializer_list", Shape::kObject}, {"field_initializer", Shape::kNamed},      {"shorthand_field_initializer", Shape::kFirst},
    {"parenthesized_expression", Shape::kCast}, {"reference_expression", Shape::kCast},    {"await_expression", Shape::kFirst},
    {"try_expression", Shape::kFirst},          {"type_cast_expression", Shape::kFirst},
};

}  // namespace

const LanguageDefinition kRustLanguage = {
    .language = Language::kRust,
    .grammar = tree_sitter_rust,
    .version = 2,
    .rules = kRules,
    .shapes = kShapes,
    .separator = "::",
    .self = "Self",
    .functions_as_arguments = true,
    .capital_is_type = true,
};

}  // namespace grove::syntax
