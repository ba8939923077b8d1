#include <cctype>
#include <string>

#include "syntax/languages/languages.h"
#include "syntax/tree/literals.h"
#include "syntax/tree/nesting.h"

extern "C" const TSLanguage* tree_sitter_dart();

namespace grove::syntax {
namespace {

/// The grammar puts a body beside its header: what a header opens lasts to the end of the body after it.
Descend container(Walk& walk, TSNode node, const Rule&) {
  TSNode header{};
  for (auto all = walk.children(node); all.next_named();) {
    if (walk.is(all.node(), "function_body") && !ts_node_is_null(header))
      walk.expect_extent(ts_node_start_byte(header), ts_node_end_byte(all.node()));
    header = all.node();
  }
  return Descend::kYes;
}

Descend import(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode specification = find_child(walk, node, "import_specification");
  const TSNode holder = ts_node_is_null(specification) ? node : specification;
  const TSNode uri = find_child(walk, holder, "configurable_uri", "uri");
  if (ts_node_is_null(uri)) return Descend::kNo;
  walk.add_import({.module = walk.intern_snippet(without_quotes(walk.text(uri))),
                   .alias = walk.intern_snippet(find_child(walk, holder, "identifier")),
                   .re_export = rule.kind == Kind::kModule,
                   .begin = ts_node_start_byte(uri)});
  return Descend::kNo;
}

/// Types whose name has no field.
Descend type(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode name = find_child(walk, node, "identifier", "type_identifier");
  if (ts_node_is_null(name)) return Descend::kYes;
  walk.open_symbol({.node = node, .kind = rule.kind, .name = name, .body = find_child(walk, node, "class_body")});
  return Descend::kYes;
}

/// The type before a signature's name.
TSNode type_before(Walk& walk, TSNode node, TSNode name) {
  const TSNode first = first_named(walk, node);
  const bool type = !ts_node_is_null(first) && !ts_node_eq(first, name) && ts_node_start_byte(first) < ts_node_start_byte(name);
  return type ? first : TSNode{};
}

void open_header(Walk& walk, TSNode node, const SymbolDraft& draft) {
  if (walk.in_callable() && !ts_node_is_null(draft.name)) walk.declare_local(draft.name);
  walk.open_symbol(draft);
  walk.top().body_begin = ts_node_end_byte(node);
}

/// Functions, methods, getters, setters; a private name begins with `_`.
Descend signature(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  if (ts_node_is_null(name)) return Descend::kYes;
  const auto flags = static_cast<std::uint16_t>(walk.text(name).starts_with('_') ? kSymbolPrivate : 0);
  open_header(walk, node, {.node = node, .name = name, .type = type_before(walk, node, name), .flags = flags});
  return Descend::kYes;
}

Descend operator_signature(Walk& walk, TSNode node, const Rule&) {
  const TSNode op = find_child(walk, node, "binary_operator");
  if (ts_node_is_null(op)) return Descend::kYes;
  const std::string name = "operator " + std::string(walk.text(op));
  open_header(walk, node, {.node = node, .name = op, .name_text = name, .flags = kSymbolOperator});
  return Descend::kYes;
}

/// `Shop(…)`, `Shop.named(…)`, `factory Shop.of(…)`: named as it is called.
Descend constructor(Walk& walk, TSNode node, const Rule&) {
  TSNode first{};
  TSNode last{};
  for (auto all = walk.children(node); all.next_named();) {
    if (!walk.is(all.node(), "identifier")) continue;
    if (ts_node_is_null(first)) first = all.node();
    walk.claim(all.node());
    last = all.node();
  }
  if (ts_node_is_null(first)) return Descend::kYes;
  const std::uint32_t begin = ts_node_start_byte(first);
  const std::string_view name = walk.text().substr(begin, ts_node_end_byte(last) - begin);
  open_header(walk, node, {.node = node, .kind = Kind::kConstructor, .name = last, .name_text = name});
  return Descend::kYes;
}

/// `this.name` in a constructor, `int n = 0`, `String id`.
Descend parameter(Walk& walk, TSNode node, const Rule&) {
  TSNode name = walk.child(node, Field::kName);
  if (ts_node_is_null(name)) name = find_child(walk, find_child(walk, node, "constructor_param"), "identifier");
  if (ts_node_is_null(name)) name = find_child(walk, node, "identifier");
  if (!ts_node_is_null(name)) walk.parameter({.node = node, .name = name, .type = type_before(walk, node, name)});
  return Descend::kYes;
}

/// Fields of a class and variables of a file.
Descend variable(Walk& walk, TSNode node, const Rule&) {
  const TSNode named = walk.child(node, Field::kName);
  const TSNode name = ts_node_is_null(named) ? first_named(walk, node) : named;
  if (!walk.is(name, "identifier")) return Descend::kYes;
  const TSNode last = last_named(walk, node);
  const TSNode value = ts_node_eq(last, name) ? TSNode{} : last;
  if (walk.in_callable()) {
    walk.claim(name);
    walk.declare_local(name);
    walk.add_binding(walk.symbol(), name, 0, value);
    return Descend::kYes;
  }
  const bool constant = walk.is(node, "static_final_declaration") && walk.top().act != Act::kWrapper;
  const bool is_private = walk.text(name).starts_with('_');
  const Index symbol = walk.open_symbol({.node = node,
                                         .kind = constant || walk.is_constant_name(walk.text(name)) ? Kind::kConstant : Kind::kField,
                                         .name = name,
                                         .flags = static_cast<std::uint16_t>(is_private ? kSymbolPrivate : 0)});
  if (!ts_node_is_null(value)) walk.top().value_begin = ts_node_start_byte(value);
  walk.add_binding(symbol, name, 0, value);
  return Descend::kYes;
}

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }

/// What stands before `.name`, as far as it is names and dots; calls are cut short.
StringId receiver_before(Walk& walk, std::uint32_t begin) {
  const std::string_view text = walk.text();
  std::size_t end = begin;
  while (end > 0 && std::isspace(static_cast<unsigned char>(text[end - 1])) != 0) --end;
  if (end == 0 || text[end - 1] != '.') return 0;
  while (end > 0 && (text[end - 1] == '.' || text[end - 1] == '?' || text[end - 1] == '!')) --end;
  std::size_t from = end;
  while (from > 0 && (is_name(text[from - 1]) || text[from - 1] == '.')) --from;
  return from == end ? walk.intern("…") : walk.intern_snippet(text.substr(from, end - from), 80);
}

bool opens_call(Walk& walk, TSNode name) {
  const std::string_view rest = walk.text().substr(ts_node_end_byte(name), 1);
  return rest == "(" || (rest == "<" && walk.text().substr(ts_node_end_byte(name), 80).find(">(") != std::string_view::npos);
}

/// A name with arguments after it is called; the arguments come as a node of their own.
Descend identifier(Walk& walk, TSNode node, const Rule& rule) {
  if (walk.claimed(node)) return Descend::kNo;
  const StringId receiver = receiver_before(walk, ts_node_start_byte(node));
  if (opens_call(walk, node) && !(receiver == 0 && walk.is_local(node))) {
    walk.add_reference(Role::kCall, node, receiver);
    walk.remember(node);
    return Descend::kNo;
  }
  if (receiver == 0) return walk.act(node, rule);
  walk.add_reference(Role::kRead, node, receiver);
  return Descend::kNo;
}

Descend arguments(Walk& walk, TSNode node, const Rule&) {
  const TSNode callee = walk.remembered();
  walk.remember({});
  auto& references = walk.facts().references;
  if (ts_node_is_null(callee) || references.empty() || references.back().begin != ts_node_start_byte(callee)) return Descend::kYes;
  references.back().arity = static_cast<std::uint8_t>(std::min(ts_node_named_child_count(node), 255U));
  const auto index = static_cast<Index>(references.size() - 1);
  bool telling = false;
  for (auto all = walk.children(node); !telling && all.next_named();)
    telling = walk.shape_of(first_named(walk, all.node())) == Shape::kString;
  if (telling) walk.facts().call_arguments.push_back({index, walk.add_arguments(references[index].name, node)});
  return Descend::kYes;
}

constexpr Rule kRules[] = {
    {.node = "program", .hook = container},
    {.node = "class_body", .hook = container},
    {.node = "enum_body", .hook = container},
    {.node = "extension_body", .hook = container},
    {.node = "block", .hook = container},
    {.node = "library_name", .act = Act::kSkip},
    {.node = "library_import", .hook = import},
    {.node = "library_export", .kind = Kind::kModule, .hook = import},
    {.node = "part_directive", .hook = import},
    {.node = "part_of_directive", .act = Act::kSkip},
    {.node = "class_definition", .act = Act::kSymbol, .kind = Kind::kClass, .name = Field::kName, .body = Field::kBody},
    {.node = "mixin_declaration", .kind = Kind::kTrait, .hook = type},
    {.node = "extension_declaration", .act = Act::kSymbol, .kind = Kind::kClass, .name = Field::kName, .body = Field::kBody},
    {.node = "enum_declaration", .act = Act::kSymbol, .kind = Kind::kEnum, .name = Field::kName, .body = Field::kBody},
    {.node = "enum_constant", .act = Act::kSymbol, .kind = Kind::kConstant, .name = Field::kName},
    {.node = "type_alias", .kind = Kind::kType, .hook = type},
    {.node = "superclass", .act = Act::kInherit},
    {.node = "interfaces", .act = Act::kInherit},
    {.node = "mixins", .act = Act::kInherit},
    {.node = "function_signature", .hook = signature},
    {.node = "getter_signature", .hook = signature},
    {.node = "setter_signature", .hook = signature},
    {.node = "operator_signature", .hook = operator_signature},
    {.node = "constructor_signature", .hook = constructor},
    {.node = "constant_constructor_signature", .hook = constructor},
    {.node = "factory_constructor_signature", .hook = constructor},
    {.node = "formal_parameter", .hook = parameter},
    {.node = "initialized_identifier", .hook = variable},
    {.node = "static_final_declaration", .hook = variable},
    {.node = "initialized_variable_definition", .hook = variable},
    {.node = "function_expression", .act = Act::kLambda},
    {.node = "new_expression", .act = Act::kNone},
    {.node = "arguments", .hook = arguments},
    {.node = "named_argument", .act = Act::kNone},
    {.node = "label", .act = Act::kSkip},
    {.node = "type_arguments", .act = Act::kTypeRegion},
    {.node = "identifier", .act = Act::kIdentifier, .hook = identifier},
    {.node = "type_identifier", .act = Act::kTypeName},
    {.node = "marker_annotation", .act = Act::kAnnotation, .name = Field::kName},
    {.node = "annotation", .act = Act::kAnnotation, .name = Field::kName},
    {.node = "documentation_comment", .act = Act::kComment},
    {.node = "comment", .act = Act::kComment},
};

constexpr ShapeRule kShapes[] = {
    {"string_literal", Shape::kString},
    {"decimal_integer_literal", Shape::kNumber},
    {"decimal_floating_point_literal", Shape::kNumber},
    {"true", Shape::kNumber},
    {"false", Shape::kNumber},
    {"null_literal", Shape::kNumber},
    {"list_literal", Shape::kArray},
    {"set_or_map_literal", Shape::kObject},
    {"pair", Shape::kNamed},
    {"argument", Shape::kCast},
    {"named_argument", Shape::kNamed},
    {"template_substitution", Shape::kPart},
};

}  // namespace

const LanguageDefinition kDartLanguage = {
    .language = Language::kDart, .grammar = tree_sitter_dart, .rules = kRules, .shapes = kShapes, .inferred = "var final"};

}  // namespace grove::syntax
