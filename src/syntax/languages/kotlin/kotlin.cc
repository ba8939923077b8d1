#include <string>

#include "syntax/languages/languages.h"
#include "syntax/tree/nesting.h"
#include "syntax/tree/walk.h"
#include "syntax/tree/words.h"

extern "C" const TSLanguage* tree_sitter_kotlin();

namespace grove::syntax {
namespace {

bool is_type_node(const Walk& walk, TSNode node) {
  return walk.is(node, "user_type") || walk.is(node, "nullable_type") || walk.is(node, "function_type") ||
         walk.is(node, "parenthesized_type") || walk.is(node, "non_nullable_type");
}

/// `String?` and `List<T>` without marks and arguments.
std::string_view bare_type(std::string_view type) {
  if (const std::size_t angle = type.find('<'); angle != std::string_view::npos) type = type.substr(0, angle);
  while (type.ends_with('?') || type.ends_with(' ')) type.remove_suffix(1);
  return type;
}

Descend package_header(Walk& walk, TSNode node, const Rule&) {
  walk.facts().module = walk.intern_snippet(ts_node_named_child(node, 0));
  return Descend::kNo;
}

/// `import a.b.C as D`, `import a.b.*`
Descend import(Walk& walk, TSNode node, const Rule&) {
  const TSNode path = ts_node_named_child(node, 0);
  if (ts_node_is_null(path)) return Descend::kNo;
  const std::string_view text = walk.text(path);
  Import import{.begin = ts_node_start_byte(path)};
  const std::size_t dot = text.rfind('.');
  if (walk.text(node).ends_with(".*")) {
    import.module = walk.intern(text);
    import.name = walk.intern("*");
  } else if (dot == std::string_view::npos) {
    import.module = walk.intern(text);
  } else {
    import.module = walk.intern(text.substr(0, dot));
    import.name = walk.intern(text.substr(dot + 1));
  }
  import.alias = walk.intern_snippet(ts_node_named_child(node, 1));
  walk.add_import(import);
  return Descend::kNo;
}

Descend class_declaration(Walk& walk, TSNode node, const Rule&) {
  SymbolDraft draft{.node = node, .kind = Kind::kClass, .name = walk.child(node, Field::kName)};
  for (auto all = walk.children(node); all.next();) {
    const TSNode at = all.node();
    if (walk.is(at, "interface")) draft.kind = Kind::kInterface;
    if (walk.is(at, "enum_class_body")) draft.kind = Kind::kEnum;
    if (walk.is(at, "class_body") || walk.is(at, "enum_class_body")) draft.body = at;
  }
  if (ts_node_is_null(draft.name)) return Descend::kYes;
  walk.open_symbol(draft);
  return Descend::kYes;
}

Descend object_declaration(Walk& walk, TSNode node, const Rule&) {
  SymbolDraft draft{.node = node,
                    .kind = Kind::kClass,
                    .name = walk.child(node, Field::kName),
                    .body = find_child(walk, node, "class_body"),
                    .flags = kSymbolStatic};
  if (ts_node_is_null(draft.name)) draft.name_text = "Companion";
  walk.open_symbol(draft);
  return Descend::kYes;
}

/// `fun <T> Receiver.name(parameters): Type = body`: places, not fields, say what is what.
Descend function_declaration(Walk& walk, TSNode node, const Rule&) {
  SymbolDraft draft{.node = node, .name = walk.child(node, Field::kName)};
  bool parameters = false;
  for (auto all = walk.children(node); all.next_named();) {
    const TSNode at = all.node();
    if (walk.is(at, "function_value_parameters")) parameters = true;
    if (walk.is(at, "function_body")) draft.body = at;
    if (!is_type_node(walk, at)) continue;
    if (parameters)
      draft.type = at;
    else
      draft.receiver = bare_type(walk.text(at));
  }
  if (ts_node_is_null(draft.name)) return Descend::kYes;
  walk.open_symbol(draft);
  return Descend::kYes;
}

Descend secondary_constructor(Walk& walk, TSNode node, const Rule&) {
  const Index type = walk.symbol();
  if (type == kNone) return Descend::kYes;
  const std::string name(walk.facts().text(walk.symbol_at(type).name));
  walk.open_symbol({.node = node, .kind = Kind::kConstructor, .name_text = name, .body = find_child(walk, node, "block")});
  return Descend::kYes;
}

/// Annotations of a parameter stand before it, as modifiers of their own: they came as if they stood on the function.
void adopt_modifiers(Walk& walk, TSNode parameter, Index index) {
  const TSNode modifiers = walk.remembered();
  if (ts_node_is_null(modifiers)) return;
  walk.remember({});
  const std::uint32_t begin = ts_node_start_byte(modifiers);
  if (begin > ts_node_start_byte(parameter) || ts_node_start_byte(parameter) > ts_node_end_byte(modifiers) + 2) return;
  for (auto annotation = walk.facts().annotations.rbegin(); annotation != walk.facts().annotations.rend() && annotation->begin >= begin;
       ++annotation)
    annotation->parameter = index;
}

/// A default stands behind its parameter, `vararg` before it.
Descend parameter(Walk& walk, TSNode node, const Rule&) {
  ParameterDraft draft{.node = node};
  for (auto all = walk.children(node); all.next_named();) {
    if (walk.is(all.node(), "identifier") && ts_node_is_null(draft.name)) draft.name = all.node();
    if (is_type_node(walk, all.node())) draft.type = all.node();
  }
  const std::string_view after = walk.text().substr(ts_node_end_byte(node), 8);
  const std::size_t next = after.find_first_not_of(' ');
  draft.has_default = next != std::string_view::npos && after[next] == '=';
  const std::uint32_t begin = ts_node_start_byte(node);
  draft.variadic = begin >= 7 && walk.text().substr(begin - 7, 6) == "vararg";
  const std::size_t index = walk.facts().parameters.size();
  walk.parameter(draft);
  if (walk.facts().parameters.size() > index) adopt_modifiers(walk, node, static_cast<Index>(index));
  return Descend::kYes;
}

Descend parameter_modifiers(Walk& walk, TSNode node, const Rule&) {
  walk.remember(node);
  return Descend::kYes;
}

/// A parameter of the primary constructor, with `val` or `var` a property too.
Descend class_parameter(Walk& walk, TSNode node, const Rule&) {
  ParameterDraft draft{.node = node};
  bool property = false;
  for (auto all = walk.children(node); all.next();) {
    const TSNode at = all.node();
    if (walk.is(at, "val") || walk.is(at, "var")) property = true;
    if (walk.is(at, "=")) draft.has_default = true;
    if (walk.is(at, "identifier") && ts_node_is_null(draft.name)) draft.name = at;
    if (is_type_node(walk, at)) draft.type = at;
    draft.variadic |= walk.is(at, "modifiers") && contains_word(walk.text(at), "vararg");
  }
  if (ts_node_is_null(draft.name)) return Descend::kYes;
  if (property) {
    const Index field = walk.add_symbol({.node = node, .kind = Kind::kField, .name = draft.name, .type = draft.type}, walk.symbol());
    walk.add_binding(field, draft.name, walk.symbol_at(field).type, {});
  }
  walk.parameter(draft);
  return Descend::kYes;
}

/// What a property declaration says, by place.
struct Property {
  TSNode variable{};
  TSNode value{};
  bool constant = false;
};

Property property_of(Walk& walk, TSNode node) {
  Property found;
  bool assigned = false;
  for (auto all = walk.children(node); all.next();) {
    const TSNode at = all.node();
    if (walk.is(at, "modifiers")) found.constant = contains_word(walk.text(at), "const");
    if (walk.is(at, "variable_declaration") || walk.is(at, "multi_variable_declaration")) found.variable = at;
    if (walk.is(at, "property_delegate")) found.value = ts_node_named_child(at, 0);
    if (assigned && ts_node_is_named(at) && ts_node_is_null(found.value)) found.value = at;
    assigned = walk.is(at, "=");
  }
  return found;
}

Descend property_declaration(Walk& walk, TSNode node, const Rule&) {
  const Property property = property_of(walk, node);
  if (ts_node_is_null(property.variable)) return Descend::kYes;
  if (!walk.is(property.variable, "variable_declaration")) {
    if (!walk.in_callable()) walk.add_pattern_symbols(property.variable);
    return Descend::kYes;
  }
  const TSNode name = ts_node_named_child(property.variable, 0);
  const TSNode type = last_named(walk, property.variable);
  const bool typed = is_type_node(walk, type);
  if (walk.act_of(name) != Act::kIdentifier) return Descend::kYes;
  if (walk.in_callable()) {
    walk.declare_local(name);
    walk.claim(name);
    walk.add_binding(walk.symbol(), name, typed ? walk.intern_type(type) : 0, property.value);
    walk.add_text_choices(walk.symbol(), name, property.value);
    return Descend::kYes;
  }
  const bool constant = property.constant || walk.is_constant_name(walk.text(name));
  const Index symbol =
      walk.open_symbol({.node = node, .kind = constant ? Kind::kConstant : Kind::kField, .name = name, .type = typed ? type : TSNode{}});
  if (!ts_node_is_null(property.value)) walk.top().value_begin = ts_node_start_byte(property.value);
  walk.add_binding(symbol, name, walk.symbol_at(symbol).type, property.value);
  return Descend::kYes;
}

/// Parameters of lambdas, loop variables, parts of a destructured value.
Descend variable_declaration(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = ts_node_named_child(node, 0);
  if (walk.act_of(name) != Act::kIdentifier || walk.claimed(name) || !walk.in_callable()) return Descend::kYes;
  walk.declare_local(name);
  walk.claim(name);
  if (const TSNode type = last_named(walk, node); is_type_node(walk, type))
    walk.add_binding(walk.symbol(), name, walk.intern_type(type), {});
  return Descend::kYes;
}

/// `{ order -> … }`: what is given first; `it` where no name is.
Descend lambda(Walk& walk, TSNode node, const Rule& rule) {
  const Descend descend = walk.act(node, rule);
  const TSNode parameters = find_child(walk, node, "lambda_parameters");
  if (ts_node_is_null(parameters)) return descend;
  const TSNode first = ts_node_named_child(parameters, 0);
  if (!walk.is(first, "variable_declaration")) return descend;
  const TSNode type = last_named(walk, first);
  walk.lambda_parameter(ts_node_named_child(first, 0), is_type_node(walk, type) ? walk.intern_type(type) : 0);
  return descend;
}

Descend enum_entry(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = find_child(walk, node, "identifier");
  if (ts_node_is_null(name)) return Descend::kYes;
  walk.open_symbol({.node = node, .kind = Kind::kConstant, .name = name});
  walk.add_constant_object(walk.child(ts_node_parent(ts_node_parent(node)), Field::kName), find_child(walk, node, "value_arguments"));
  return Descend::kYes;
}

/// Bodies of `object : Type {…}` and of enum entries: members, though not of a symbol that is a type.
Descend class_body(Walk& walk, TSNode node, const Rule& rule) {
  if (walk.top().act == Act::kSymbol && walk.top().in_type && !walk.top().in_callable) return walk.act(node, rule);
  Frame& frame = walk.push_frame(Act::kScope, node);
  frame.in_type = true;
  frame.in_callable = false;
  frame.callable = kNone;
  frame.region = Frame::Region::kValue;
  return Descend::kYes;
}

Descend type_alias(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kType);
  if (!ts_node_is_null(name)) walk.open_symbol({.node = node, .kind = Kind::kType, .name = name, .type = last_named(walk, node)});
  return Descend::kYes;
}

Descend type_parameter(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = find_child(walk, node, "identifier");
  const TSNode bound = last_named(walk, node);
  if (!ts_node_is_null(name)) walk.type_parameter(node, name, is_type_node(walk, bound) ? walk.intern_type(bound) : 0);
  return Descend::kYes;
}

/// `f(a) { … }` is a call around a call: one call whose last argument is the lambda.
Descend call_expression(Walk& walk, TSNode node, const Rule& rule) {
  TSNode call = node;
  std::uint8_t lambdas = 0;
  for (int hops = 0; hops < 3; ++hops) {
    if (walk.is(last_named(walk, call), "annotated_lambda")) ++lambdas;
    const TSNode callee = ts_node_named_child(call, 0);
    if (!walk.is(callee, "call_expression") || lambdas == 0) break;
    call = callee;
  }
  const std::size_t before = walk.facts().references.size();
  walk.act(call, rule);
  if (walk.facts().references.size() > before) {
    Reference& reference = walk.facts().references.back();
    if (reference.role == Role::kCall) reference.arity = static_cast<std::uint8_t>(reference.arity + lambdas);
  }
  return Descend::kYes;
}

/// `a until b` calls until.
Descend infix_expression(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = ts_node_named_child(node, 1);
  if (!walk.is(name, "identifier")) return Descend::kYes;
  walk.add_call({.leaf = name, .object = ts_node_named_child(node, 0)}, {});
  walk.facts().references.back().arity = 1;
  return Descend::kYes;
}

/// `name = value` among arguments: the name is the parameter's.
Descend value_argument(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = ts_node_named_child(node, 0);
  if (walk.is(name, "identifier") && ts_node_named_child_count(node) > 1) walk.claim(name);
  return Descend::kYes;
}

Descend annotation(Walk& walk, TSNode node, const Rule&) {
  TSNode type = last_named(walk, node);
  TSNode arguments{};
  if (walk.is(type, "constructor_invocation")) {
    arguments = find_child(walk, type, "value_arguments");
    type = ts_node_named_child(type, 0);
  }
  if (walk.is(type, "user_type")) walk.annotation({.node = node, .name = type, .arguments = arguments});
  return Descend::kYes;
}

/// `catch (e: T)` and `set(value)` name locals by place.
Descend leading_name(Walk& walk, TSNode node, const Rule& rule) {
  walk.act(node, rule);
  if (const TSNode name = find_child(walk, node, "identifier"); !ts_node_is_null(name)) walk.declare_locals_in(name);
  return Descend::kYes;
}

/// `= expression`, or a block.
Descend function_body(Walk& walk, TSNode node, const Rule&) {
  const TSNode value = ts_node_named_child(node, 0);
  if (!walk.is(value, "block")) walk.add_text_result(value);
  return Descend::kYes;
}

Descend return_expression(Walk& walk, TSNode node, const Rule&) {
  walk.add_text_result(last_named(walk, node));
  return Descend::kYes;
}

constexpr Rule kRules[] = {
    {.node = "package_header", .hook = package_header},
    {.node = "import", .hook = import},
    {.node = "class_declaration", .act = Act::kSymbol, .kind = Kind::kClass, .hook = class_declaration},
    {.node = "object_declaration", .act = Act::kSymbol, .kind = Kind::kClass, .hook = object_declaration},
    {.node = "companion_object", .act = Act::kSymbol, .kind = Kind::kClass, .hook = object_declaration},
    {.node = "class_body", .hook = class_body},
    {.node = "function_declaration", .act = Act::kSymbol, .hook = function_declaration},
    {.node = "function_body", .hook = function_body},
    {.node = "return_expression", .hook = return_expression},
    {.node = "secondary_constructor", .act = Act::kSymbol, .kind = Kind::kConstructor, .hook = secondary_constructor},
    {.node = "parameter", .act = Act::kParameter, .hook = parameter},
    {.node = "parameter_modifiers", .hook = parameter_modifiers},
    {.node = "class_parameter", .act = Act::kParameter, .hook = class_parameter},
    {.node = "property_declaration", .act = Act::kVariable, .hook = property_declaration},
    {.node = "variable_declaration", .hook = variable_declaration},
    {.node = "enum_entry", .act = Act::kSymbol, .kind = Kind::kConstant, .hook = enum_entry},
    {.node = "type_alias", .act = Act::kSymbol, .kind = Kind::kType, .hook = type_alias},
    {.node = "type_parameter", .act = Act::kTypeParameter, .hook = type_parameter},
    {.node = "anonymous_initializer", .act = Act::kScope},
    {.node = "getter", .act = Act::kScope},
    {.node = "setter", .act = Act::kScope, .hook = leading_name},
    {.node = "catch_block", .act = Act::kScope, .hook = leading_name},
    {.node = "lambda_literal", .act = Act::kLambda, .hook = lambda},
    {.node = "anonymous_function", .act = Act::kLambda},
    {.node = "function_type", .act = Act::kScope},
    {.node = "delegation_specifiers", .act = Act::kInherit},
    {.node = "type_arguments", .act = Act::kTypeRegion},
    {.node = "call_expression", .act = Act::kCall, .hook = call_expression},
    {.node = "infix_expression", .hook = infix_expression},
    {.node = "value_arguments", .act = Act::kArguments},
    {.node = "value_argument", .hook = value_argument},
    {.node = "navigation_expression", .act = Act::kMember},
    {.node = "user_type", .act = Act::kPath},
    {.node = "identifier", .act = Act::kIdentifier},
    {.node = "assignment", .act = Act::kAssignment, .name = Field::kLeft, .value = Field::kRight},
    {.node = "annotation", .act = Act::kAnnotation, .hook = annotation},
    {.node = "file_annotation", .act = Act::kAnnotation, .hook = annotation},
    {.node = "this_expression", .act = Act::kSkip},
    {.node = "super_expression", .act = Act::kSkip},
    {.node = "label", .act = Act::kSkip},
    {.node = "line_comment", .act = Act::kComment},
    {.node = "block_comment", .act = Act::kComment},
};

constexpr ShapeRule kShapes[] = {
    {"string_literal", Shape::kString},    {"multiline_string_literal", Shape::kString},
    {"character_literal", Shape::kString}, {"interpolation", Shape::kPart},
    {"number_literal", Shape::kNumber},    {"float_literal", Shape::kNumber},
    {"this_expression", Shape::kName},     {"callable_reference", Shape::kName},
    {"binary_expression", Shape::kBinary}, {"collection_literal", Shape::kArray},
    {"value_argument", Shape::kNamed},     {"parenthesized_expression", Shape::kFirst},
    {"annotated_lambda", Shape::kCast},    {"as_expression", Shape::kFirst},
};

}  // namespace

const LanguageDefinition kKotlinLanguage = {
    .language = Language::kKotlin,
    .grammar = tree_sitter_kotlin,
    .version = 6,
    .rules = kRules,
    .shapes = kShapes,
    .builtin_types = "String Int Long Boolean Unit Any Double Float Nothing Char Byte Short",
    .self = "it true false null field",
    .overloads = true,
    .text_flow = true,
    .dollar_names = true,
};

}  // namespace grove::syntax
