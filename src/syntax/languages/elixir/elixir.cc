#include <algorithm>
#include <array>
#include <string>

#include "syntax/languages/languages.h"
#include "syntax/tree/literals.h"
#include "syntax/tree/nesting.h"

extern "C" const TSLanguage* tree_sitter_elixir();

namespace grove::syntax {
namespace {

struct Definer {
  std::string_view word;
  Kind kind;
  std::uint16_t flags;
};
constexpr std::array kDefiners = std::to_array<Definer>({{"def", Kind::kFunction, 0},
                                                         {"defp", Kind::kFunction, kSymbolPrivate},
                                                         {"defmacro", Kind::kMacro, 0},
                                                         {"defmacrop", Kind::kMacro, kSymbolPrivate},
                                                         {"defguard", Kind::kMacro, 0},
                                                         {"defguardp", Kind::kMacro, kSymbolPrivate},
                                                         {"defdelegate", Kind::kFunction, 0}});
constexpr std::array<std::string_view, 4> kImports = {"use", "alias", "import", "require"};
constexpr std::array<std::string_view, 3> kTests = {"test", "describe", "property"};

TSNode arguments_of(Walk& walk, TSNode call) { return walk.child_of_type(call, "arguments"); }

/// `f(a, b) when guard`, `f`: the head of a definition without its guard.
TSNode head_of(Walk& walk, TSNode call) {
  TSNode head = first_named(walk, arguments_of(walk, call));
  if (walk.is(head, "binary_operator")) head = walk.child(head, Field::kLeft);
  return head;
}

/// The node of `@doc "…"` right before, if there was one: only specs and other attributes stand between.
ByteRange take_doc(Walk& walk, std::uint32_t begin) {
  const TSNode doc = walk.remembered();
  walk.remember({});
  if (ts_node_is_null(doc) || ts_node_end_byte(doc) > begin) return {};
  return {ts_node_start_byte(doc), ts_node_end_byte(doc)};
}

void declare_parameters(Walk& walk, TSNode head) {
  const TSNode arguments = walk.is(head, "call") ? arguments_of(walk, head) : TSNode{};
  if (ts_node_is_null(arguments)) return;
  for (auto all = walk.children(arguments); all.next_named();) {
    const bool has_default = walk.is(all.node(), "binary_operator") && walk.text(walk.child(all.node(), Field::kOperator)) == "\\\\";
    const TSNode name = has_default ? walk.child(all.node(), Field::kLeft) : all.node();
    walk.bare_parameter({.node = all.node(), .name = name, .has_default = has_default});
    walk.declare_locals_in(name);
  }
}

Descend define(Walk& walk, TSNode node, const Definer& definer) {
  const TSNode head = head_of(walk, node);
  const TSNode name = walk.is(head, "call") ? walk.child(head, Field::kTarget) : head;
  if (!walk.is(name, "identifier")) return Descend::kYes;
  walk.claim(name);
  const ByteRange doc = take_doc(walk, ts_node_start_byte(node));
  if (const Index known = walk.clause_of(walk.text(name), node); known != kNone && walk.facts().symbols[known].kind != Kind::kField) {
    walk.reopen_symbol(known, node);
    if (walk.is(head, "call"))
      if (const TSNode arguments = arguments_of(walk, head); !ts_node_is_null(arguments)) walk.declare_locals_in(arguments);
    return Descend::kYes;
  }
  const TSNode body = walk.child_of_type(node, "do_block");
  const Index symbol = walk.open_symbol({.node = node, .kind = definer.kind, .name = name, .body = body, .flags = definer.flags});
  if (ts_node_is_null(body)) {  // `def f(a), do: a + 1`
    const TSNode inline_body = last_named(walk, arguments_of(walk, node));
    if (walk.is(inline_body, "keywords")) walk.top().body_begin = ts_node_start_byte(inline_body);
  }
  walk.top().in_callable = true;
  if (!doc.empty()) walk.facts().symbols[symbol].doc = doc;
  walk.top().callable = symbol;
  declare_parameters(walk, head);
  return Descend::kYes;
}

Descend define_module(Walk& walk, TSNode node, Kind kind) {
  const TSNode name = first_named(walk, arguments_of(walk, node));
  if (ts_node_is_null(name)) return Descend::kYes;
  walk.remember({});
  walk.open_symbol({.node = node, .kind = kind, .name = name, .body = walk.child_of_type(node, "do_block")});
  return Descend::kYes;
}

/// `alias Shop.{Item, Order}`, `alias Shop.Repo, as: R`, `import Ecto.Query, only: [from: 2]`.
Descend import(Walk& walk, TSNode node) {
  const TSNode arguments = arguments_of(walk, node);
  const TSNode what = first_named(walk, arguments);
  if (ts_node_is_null(what)) return Descend::kYes;
  if (walk.is(what, "dot")) {
    const StringId module = walk.intern_snippet(walk.child(what, Field::kLeft));
    const TSNode names = walk.child(what, Field::kRight);
    if (ts_node_is_null(names)) return Descend::kNo;
    for (auto all = walk.children(names); all.next_named();)
      walk.add_import({.module = module, .name = walk.intern_snippet(all.node()), .begin = ts_node_start_byte(all.node())});
    return Descend::kNo;
  }
  Import import{.module = walk.intern_snippet(what), .begin = ts_node_start_byte(what)};
  const TSNode options = last_named(walk, arguments);
  const TSNode pair = walk.is(options, "keywords") ? first_named(walk, options) : TSNode{};
  if (walk.text(walk.child(pair, Field::kKey)).starts_with("as:")) import.alias = walk.intern_snippet(walk.child(pair, Field::kValue));
  walk.add_import(import);
  return Descend::kNo;
}

Descend define_test(Walk& walk, TSNode node) {
  const TSNode title = first_named(walk, arguments_of(walk, node));
  const TSNode body = walk.child_of_type(node, "do_block");
  if (!walk.is(title, "string") || ts_node_is_null(body)) return Descend::kYes;
  walk.open_symbol({.node = node, .name = title, .name_text = without_quotes(walk.text(title)), .body = body, .flags = kSymbolTest});
  return Descend::kYes;
}

/// In Elixir everything is a call: definitions, imports and calls alike.
Descend call(Walk& walk, TSNode node, const Rule&) {
  const TSNode target = walk.child(node, Field::kTarget);
  const std::string_view word = walk.text(target);
  if (walk.is(target, "identifier")) {
    const auto definer = std::ranges::find(kDefiners, word, &Definer::word);
    if (definer != kDefiners.end()) return walk.claim(target), define(walk, node, *definer);
    if (word == "defmodule") return walk.claim(target), define_module(walk, node, Kind::kModule);
    if (word == "defprotocol") return walk.claim(target), define_module(walk, node, Kind::kInterface);
    if (word == "defimpl") return walk.claim(target), define_module(walk, node, Kind::kClass);
    if (std::ranges::find(kImports, word) != kImports.end()) return walk.claim(target), import(walk, node);
    if (std::ranges::find(kTests, word) != kTests.end()) define_test(walk, node);
    if (!walk.claimed(target)) walk.add_call({.leaf = target}, arguments_of(walk, node));
  } else if (walk.is(target, "dot")) {
    walk.add_call(walk.name_path(target), arguments_of(walk, node));
  }
  return Descend::kYes;
}

/// `@doc "…"`, `@spec …`, `@behaviour X`, `@timeout 5000`.
Descend attribute(Walk& walk, TSNode node, const Rule&) {
  const TSNode operand = walk.child(node, Field::kOperand);
  if (!walk.text(node).starts_with("@")) return Descend::kYes;
  if (!walk.is(operand, "call")) return Descend::kYes;  // `@timeout`: a read
  const TSNode name = walk.child(operand, Field::kTarget);
  const std::string_view word = walk.text(name);
  walk.claim(name);
  if (word == "doc") walk.remember(node);
  if (word == "moduledoc" && walk.symbol() != kNone && walk.facts().symbols[walk.symbol()].doc.empty())
    walk.facts().symbols[walk.symbol()].doc = {ts_node_start_byte(node), ts_node_end_byte(node)};
  if (word == "behaviour")
    if (const TSNode base = first_named(walk, arguments_of(walk, operand)); !ts_node_is_null(base))
      walk.add_reference(Role::kInherit, base);
  if (word == "spec" || word == "callback" || word == "type" || word == "typep" || word == "opaque") return Descend::kNo;
  const bool known = word == "doc" || word == "moduledoc" || word == "typedoc" || word == "behaviour" || word == "impl";
  if (known || walk.in_callable() || walk.already_declared(name, walk.symbol())) return known ? Descend::kNo : Descend::kYes;
  const TSNode value = first_named(walk, arguments_of(walk, operand));
  const Index symbol = walk.open_symbol({.node = node, .kind = Kind::kConstant, .name = name});
  walk.add_binding(symbol, name, 0, value);
  return Descend::kYes;
}

/// `a = …` makes a local.
Descend operation(Walk& walk, TSNode node, const Rule&) {
  if (walk.text(walk.child(node, Field::kOperator)) != "=" || !walk.in_callable()) return Descend::kYes;
  const TSNode left = walk.child(node, Field::kLeft);
  if (walk.is(left, "identifier")) walk.add_binding(walk.symbol(), left, 0, walk.child(node, Field::kRight));
  walk.declare_locals_in(left);
  return Descend::kYes;
}

Descend alias(Walk& walk, TSNode node, const Rule&) {
  if (!walk.claimed(node)) walk.add_reference(Role::kType, node);
  return Descend::kNo;
}

Descend clause(Walk& walk, TSNode node, const Rule&) {
  if (const TSNode left = walk.child(node, Field::kLeft); !ts_node_is_null(left)) walk.declare_locals_in(left);
  return Descend::kYes;
}

constexpr Rule kRules[] = {
    {.node = "call", .act = Act::kCall, .name = Field::kTarget, .hook = call},
    {.node = "unary_operator", .hook = attribute},
    {.node = "binary_operator", .hook = operation},
    {.node = "anonymous_function", .act = Act::kLambda},
    {.node = "stab_clause", .hook = clause},
    {.node = "dot", .act = Act::kMember, .name = Field::kRight, .object = Field::kLeft},
    {.node = "alias", .act = Act::kTypeName, .hook = alias},
    {.node = "identifier", .act = Act::kIdentifier},
    {.node = "comment", .act = Act::kComment},
};

constexpr ShapeRule kShapes[] = {
    {"string", Shape::kString},  {"atom", Shape::kName},  {"integer", Shape::kNumber},  {"float", Shape::kNumber},
    {"boolean", Shape::kNumber}, {"nil", Shape::kNumber}, {"list", Shape::kArray},      {"tuple", Shape::kArray},
    {"map", Shape::kObject},     {"pair", Shape::kNamed}, {"keywords", Shape::kObject}, {"interpolation", Shape::kPart},
};

}  // namespace

const LanguageDefinition kElixirLanguage = {.language = Language::kElixir,
                                            .grammar = tree_sitter_elixir,
                                            .rules = kRules,
                                            .shapes = kShapes,
                                            .concat = "<>",
                                            .self = "__MODULE__",
                                            .capital_is_type = false};

}  // namespace grove::syntax
