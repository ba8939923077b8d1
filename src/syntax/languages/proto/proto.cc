#include "syntax/languages/languages.h"
#include "syntax/tree/literals.h"
#include "syntax/tree/nesting.h"

extern "C" const TSLanguage* tree_sitter_proto();

namespace grove::syntax {
namespace {

Descend package(Walk& walk, TSNode node, const Rule&) {
  walk.facts().module = walk.intern_snippet(first_named(walk, node));
  return Descend::kNo;
}

Descend import(Walk& walk, TSNode node, const Rule&) {
  const TSNode path = walk.child(node, Field::kPath);
  if (ts_node_is_null(path)) return Descend::kNo;
  const bool re_export = walk.text(node).find(" public ") != std::string_view::npos;
  walk.add_import({.module = walk.intern(without_quotes(walk.text(path))), .re_export = re_export, .begin = ts_node_start_byte(path)});
  return Descend::kNo;
}

/// Messages, enumerations and services: the name is a node of its own.
Descend definition(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode name = first_named(walk, node);
  if (ts_node_is_null(name)) return Descend::kYes;
  const TSNode leaf = first_named(walk, name);
  walk.open_symbol({.node = node,
                    .kind = rule.kind,
                    .name = ts_node_is_null(leaf) ? name : leaf,
                    .body = find_child(walk, node, "message_body", "enum_body")});
  if (rule.kind == Kind::kInterface) walk.top().body_begin = ts_node_end_byte(name);
  return Descend::kYes;
}

/// `rpc Find(Request) returns (stream Item)`: the answer is its type.
Descend rpc(Walk& walk, TSNode node, const Rule&) {
  TSNode name{};
  TSNode request{};
  TSNode response{};
  for (auto all = walk.children(node); all.next_named();) {
    if (walk.is(all.node(), "rpc_name")) name = first_named(walk, all.node());
    if (!walk.is(all.node(), "message_or_enum_type")) continue;
    (ts_node_is_null(request) ? request : response) = all.node();
  }
  if (ts_node_is_null(name)) return Descend::kYes;
  walk.open_symbol({.node = node, .kind = Kind::kMethod, .name = name, .type = response, .body = find_child(walk, node, "option")});
  if (!ts_node_is_null(request)) walk.parameter({.node = request, .name = request, .type = request});
  return Descend::kYes;
}

Descend field(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode name = find_child(walk, node, "identifier");
  if (ts_node_is_null(name)) return Descend::kYes;
  walk.open_symbol({.node = node, .kind = rule.kind, .name = name, .type = find_child(walk, node, "type")});
  return Descend::kYes;
}

/// `shop.v1.Item`: a use of Item.
Descend type(Walk& walk, TSNode node, const Rule&) {
  const TSNode leaf = last_named(walk, node);
  if (ts_node_is_null(leaf)) return Descend::kNo;
  const std::string_view whole = walk.text(node);
  const std::size_t dot = whole.rfind('.');
  walk.add_reference(Role::kType, leaf, dot == std::string_view::npos ? 0 : walk.intern(whole.substr(0, dot)));
  return Descend::kNo;
}

/// `(google.api.http) = {…}`, `deprecated = true`.
Descend option(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = first_named(walk, node);
  if (ts_node_is_null(name)) return Descend::kNo;
  const TSNode value = find_child(walk, node, "constant");
  const Index arguments = ts_node_is_null(value) ? kNone : walk.add_arguments(walk.intern_snippet(name), value);
  walk.facts().annotations.push_back({walk.symbol(), kNone, walk.intern_snippet(name), arguments, ts_node_start_byte(node)});
  return Descend::kNo;
}

constexpr Rule kRules[] = {
    {.node = "package", .hook = package},
    {.node = "import", .hook = import},
    {.node = "message", .kind = Kind::kStruct, .hook = definition},
    {.node = "enum", .kind = Kind::kEnum, .hook = definition},
    {.node = "service", .kind = Kind::kInterface, .hook = definition},
    {.node = "rpc", .hook = rpc},
    {.node = "field", .kind = Kind::kField, .hook = field},
    {.node = "map_field", .kind = Kind::kField, .hook = field},
    {.node = "oneof_field", .kind = Kind::kField, .hook = field},
    {.node = "enum_field", .kind = Kind::kConstant, .hook = field},
    {.node = "message_or_enum_type", .hook = type},
    {.node = "option", .hook = option},
    {.node = "field_option", .hook = option},
    {.node = "comment", .act = Act::kComment},
};

constexpr ShapeRule kShapes[] = {
    {"string", Shape::kString}, {"int_lit", Shape::kNumber},  {"float_lit", Shape::kNumber},
    {"bool", Shape::kNumber},   {"full_ident", Shape::kName}, {"constant", Shape::kCast},
};

}  // namespace

const LanguageDefinition kProtoLanguage = {.language = Language::kProto, .grammar = tree_sitter_proto, .rules = kRules, .shapes = kShapes};

}  // namespace grove::syntax
