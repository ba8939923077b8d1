#include <algorithm>
#include <array>

#include "syntax/languages/languages.h"
#include "syntax/tree/literals.h"
#include "syntax/tree/nesting.h"

extern "C" const TSLanguage* tree_sitter_r();

namespace grove::syntax {
namespace {

constexpr std::array<std::string_view, 4> kImports = {"library", "require", "source", "requireNamespace"};
constexpr std::array<std::string_view, 4> kClasses = {"setClass", "setRefClass", "R6Class", "new_class"};
constexpr std::array<std::string_view, 3> kMethods = {"setMethod", "setGeneric", "setValidity"};
constexpr std::array<std::string_view, 3> kTests = {"test_that", "describe", "it"};

bool is_one_of(std::string_view word, auto& words) { return std::ranges::find(words, word) != words.end(); }

bool assigns(std::string_view op) { return op == "<-" || op == "=" || op == "<<-"; }

TSNode argument_value(Walk& walk, TSNode call) { return walk.child(first_named(walk, walk.child(call, Field::kArguments)), Field::kValue); }

/// `name <- function(…) …`, `name <- value`, `a$b <- value`.
Descend binary(Walk& walk, TSNode node, const Rule&) {
  if (!assigns(walk.text(walk.child(node, Field::kOperator)))) return Descend::kYes;
  const TSNode left = walk.child(node, Field::kLhs);
  const TSNode right = walk.child(node, Field::kRhs);
  const bool named = walk.is(left, "identifier") || walk.is(left, "string");
  if (!named) {
    const NamePath path = walk.name_path(left);
    if (!ts_node_is_null(path.leaf)) walk.add_reference(Role::kWrite, path.leaf, walk.receiver_of(path));
    return Descend::kYes;
  }
  const std::string_view name = unquoted(walk.text(left));
  if (walk.is(right, "function_definition")) {
    if (walk.in_callable()) walk.declare_local(left);
    walk.open_symbol({.node = node,
                      .name = left,
                      .name_text = name,
                      .body = walk.child(right, Field::kBody),
                      .function = right,
                      .flags = static_cast<std::uint16_t>(name.starts_with('.') ? kSymbolPrivate : 0)});
    return Descend::kYes;
  }
  if (walk.in_callable()) {
    walk.declare_local(left);
    walk.claim(left);
    walk.add_binding(walk.symbol(), left, 0, right);
    return Descend::kYes;
  }
  const std::string_view maker = walk.is(right, "call") ? walk.text(walk.child(right, Field::kFunction)) : std::string_view{};
  if (walk.already_declared(left, walk.symbol())) return walk.add_reference(Role::kWrite, left), Descend::kYes;
  Kind kind = walk.is_constant_name(name) ? Kind::kConstant : Kind::kField;
  if (is_one_of(maker.substr(maker.rfind(':') == std::string_view::npos ? 0 : maker.rfind(':') + 1), kClasses)) kind = Kind::kClass;
  const Index symbol =
      walk.open_symbol({.node = node, .kind = kind, .name = left, .name_text = name, .body = kind == Kind::kClass ? right : TSNode{}});
  if (kind == Kind::kClass) return Descend::kYes;
  walk.top().value_begin = ts_node_start_byte(right);
  walk.add_binding(symbol, left, 0, right);
  return Descend::kYes;
}

/// In a class `find = function(x) …` is a method, another argument of its lists a field.
Descend argument(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  const TSNode value = walk.child(node, Field::kValue);
  if (ts_node_is_null(name)) return Descend::kYes;
  walk.claim(name);
  if (walk.top().in_type && !walk.in_callable() && walk.is(value, "function_definition"))
    walk.open_symbol({.node = node, .name = name, .body = walk.child(value, Field::kBody), .function = value});
  return Descend::kYes;
}

/// The grammar gives names to commas too.
void count_arguments(Walk& walk, TSNode arguments) {
  if (ts_node_is_null(arguments) || walk.facts().references.empty()) return;
  std::uint32_t count = 0;
  for (auto all = walk.children(arguments); all.next_named();)
    if (walk.is(all.node(), "argument")) ++count;
  if (Reference& call = walk.facts().references.back(); call.role == Role::kCall)
    call.arity = static_cast<std::uint8_t>(std::min(count, 255U));
}

Descend call(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode function = walk.child(node, Field::kFunction);
  const TSNode value = argument_value(walk, node);
  const bool text = walk.is(value, "string");
  const std::string_view name = walk.is(function, "identifier") ? walk.text(function) : std::string_view{};
  walk.act(node, rule);
  count_arguments(walk, walk.child(node, Field::kArguments));
  if (ts_node_is_null(value)) return Descend::kYes;
  if (is_one_of(name, kImports)) {
    walk.add_import({.module = walk.intern_snippet(unquoted(walk.text(value))), .begin = ts_node_start_byte(value)});
    walk.claim(value);
    return Descend::kYes;
  }
  if (!text || walk.top().in_type) return Descend::kYes;
  SymbolDraft draft{.node = node, .kind = Kind::kClass, .name = value, .name_text = without_quotes(walk.text(value))};
  if (is_one_of(name, kMethods))
    draft.kind = Kind::kMethod;
  else if (is_one_of(name, kTests))
    draft.kind = Kind::kFunction, draft.flags = kSymbolTest;
  else if (!is_one_of(name, kClasses))
    return Descend::kYes;
  walk.open_symbol(draft);
  walk.top().body_begin = ts_node_end_byte(value);
  return Descend::kYes;
}

constexpr Rule kRules[] = {
    {.node = "binary_operator", .hook = binary},
    {.node = "function_definition", .act = Act::kLambda},
    {.node = "parameter", .act = Act::kParameter, .name = Field::kName, .value = Field::kDefault},
    {.node = "argument", .hook = argument},
    {.node = "call", .act = Act::kCall, .name = Field::kFunction, .arguments = Field::kArguments, .hook = call},
    {.node = "namespace_operator", .act = Act::kMember, .name = Field::kRhs, .object = Field::kLhs},
    {.node = "extract_operator", .act = Act::kMember, .name = Field::kRhs, .object = Field::kLhs},
    {.node = "for_statement", .act = Act::kDeclare, .name = Field::kVariable},
    {.node = "identifier", .act = Act::kIdentifier},
    {.node = "comma", .act = Act::kSkip},
    {.node = "comment", .act = Act::kComment},
};

constexpr ShapeRule kShapes[] = {
    {"string", Shape::kString}, {"float", Shape::kNumber}, {"integer", Shape::kNumber}, {"true", Shape::kNumber},
    {"false", Shape::kNumber},  {"null", Shape::kNumber},  {"argument", Shape::kNamed},
};

}  // namespace

const LanguageDefinition kRLanguage = {.language = Language::kR,
                                       .grammar = tree_sitter_r,
                                       .rules = kRules,
                                       .shapes = kShapes,
                                       .concat = "",
                                       .self = "self",
                                       .capital_is_type = false};

}  // namespace grove::syntax
