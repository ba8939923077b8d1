#include "syntax/languages/languages.h"
#include "syntax/tree/walk.h"

extern "C" const TSLanguage* tree_sitter_ruby();

namespace grove::syntax {
namespace {

/// `class A::B < C`, `module A`: the name keeps its qualifiers.
Descend type_declaration(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode name = walk.child(node, Field::kName);
  if (ts_node_is_null(name)) return Descend::kYes;
  const NamePath path = walk.name_path(name);
  walk.open_symbol({.node = node, .kind = rule.kind, .name = name, .name_text = walk.text(name), .body = walk.child(node, Field::kBody)});
  if (!ts_node_is_null(path.leaf)) walk.claim(path.leaf);
  // A comment may stand between the header and the body.
  const TSNode superclass = walk.child(node, Field::kSuperclass);
  walk.top().body_begin = ts_node_end_byte(ts_node_is_null(superclass) ? name : superclass);
  return Descend::kYes;
}

Descend block_parameters(Walk& walk, TSNode node, const Rule&) {
  for (auto all = walk.children(node); all.next_named();) {
    walk.lambda_parameter(all.node());
    walk.declare_locals_in(all.node());
  }
  return Descend::kYes;
}

Descend method(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  if (ts_node_is_null(name)) return Descend::kYes;
  SymbolDraft draft{.node = node, .name = name, .name_text = walk.text(name), .body = walk.child(node, Field::kBody)};
  if (walk.text(name) == "initialize") draft.kind = Kind::kConstructor;
  walk.open_symbol(draft);
  return Descend::kYes;
}

/// `def self.open(…)`
Descend singleton_method(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  if (ts_node_is_null(name)) return Descend::kYes;
  const TSNode object = walk.child(node, Field::kObject);
  walk.open_symbol({.node = node,
                    .name = name,
                    .name_text = walk.text(name),
                    .body = walk.child(node, Field::kBody),
                    .receiver = walk.is(object, "self") ? std::string_view{} : walk.text(object),
                    .flags = kSymbolStatic});
  walk.claim(object);
  return Descend::kYes;
}

/// `require "a/b"`, `require_relative "c"`, `load "d.rb"`, `autoload :E, "e"`
bool import_call(Walk& walk, TSNode node, std::string_view method) {
  if (method != "require" && method != "require_relative" && method != "load" && method != "autoload") return false;
  const TSNode arguments = walk.child(node, Field::kArguments);
  if (ts_node_is_null(arguments)) return false;
  Import import{.begin = ts_node_start_byte(node)};
  for (auto all = walk.children(arguments); all.next_named();) {
    if (walk.is(all.node(), "simple_symbol")) import.name = walk.intern_snippet(walk.text(all.node()).substr(1));
    if (!walk.is(all.node(), "string")) continue;
    std::string_view text = walk.text(all.node());
    if (text.size() >= 2) text = text.substr(1, text.size() - 2);
    const std::string relative = method == "require_relative" && !text.starts_with('.') ? "./" + std::string(text) : std::string(text);
    import.module = walk.intern_snippet(relative);
  }
  if (import.module == 0) return false;
  walk.add_import(import);
  return true;
}

/// `attr_reader :name, :age` declares fields; `include Comparable` inherits.
bool class_macro(Walk& walk, TSNode node, std::string_view method) {
  if (!walk.top().in_type || walk.in_callable()) return false;
  const TSNode arguments = walk.child(node, Field::kArguments);
  if (ts_node_is_null(arguments)) return false;
  const bool mixes_in = method == "include" || method == "extend" || method == "prepend";
  const bool declares = method.starts_with("attr_") || method == "attr" || method == "delegate";
  if (!mixes_in && !declares) return false;
  for (auto all = walk.children(arguments); all.next_named();) {
    if (mixes_in) {
      const NamePath path = walk.name_path(all.node());
      if (!ts_node_is_null(path.leaf)) walk.add_reference(Role::kInherit, path.leaf, walk.receiver_of(path));
    } else if (walk.is(all.node(), "simple_symbol") && walk.text(all.node()).size() > 1) {
      walk.add_symbol({.node = all.node(), .kind = Kind::kField, .name = all.node(), .name_text = walk.text(all.node()).substr(1)},
                      walk.symbol());
    }
  }
  return true;
}

Descend call(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode method = walk.child(node, Field::kMethod);
  if (ts_node_is_null(method)) return Descend::kYes;
  if (ts_node_is_null(walk.child(node, Field::kReceiver))) {
    if (import_call(walk, node, walk.text(method))) return Descend::kNo;
    if (class_macro(walk, node, walk.text(method))) walk.claim(method);
  }
  return walk.claimed(method) ? Descend::kYes : walk.act(node, rule);
}

/// `MAX = 5` at the top or in a class is a constant.
Descend assignment(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode left = walk.child(node, Field::kLeft);
  if (!walk.is(left, "constant") || walk.in_callable()) return walk.act(node, rule);
  const TSNode value = walk.child(node, Field::kRight);
  const Index symbol = walk.open_symbol({.node = node, .kind = Kind::kConstant, .name = left});
  if (!ts_node_is_null(value)) walk.top().value_begin = ts_node_start_byte(value);
  walk.add_binding(symbol, left, 0, value);
  return Descend::kYes;
}

/// A bare name in a parameter list.
Descend identifier(Walk& walk, TSNode node, const Rule& rule) {
  if (walk.top().act == Act::kParameterList && !walk.claimed(node)) {
    walk.parameter({.node = node, .name = node});
    return Descend::kNo;
  }
  return walk.act(node, rule);
}

Descend splat_parameter(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  if (!ts_node_is_null(name)) walk.parameter({.node = node, .name = name, .variadic = true});
  return Descend::kYes;
}

constexpr Rule kRules[] = {
    {.node = "class", .act = Act::kSymbol, .kind = Kind::kClass, .name = Field::kName, .body = Field::kBody, .hook = type_declaration},
    {.node = "module", .act = Act::kSymbol, .kind = Kind::kModule, .name = Field::kName, .body = Field::kBody, .hook = type_declaration},
    {.node = "superclass", .act = Act::kInherit},
    {.node = "method", .act = Act::kSymbol, .name = Field::kName, .body = Field::kBody, .hook = method},
    {.node = "singleton_method", .act = Act::kSymbol, .name = Field::kName, .body = Field::kBody, .hook = singleton_method},
    {.node = "alias", .act = Act::kSymbol, .kind = Kind::kMethod, .name = Field::kName},
    {.node = "body_statement", .act = Act::kBody},
    {.node = "lambda", .act = Act::kLambda},
    {.node = "block", .act = Act::kLambda},
    {.node = "do_block", .act = Act::kLambda},
    {.node = "method_parameters", .act = Act::kParameterList},
    {.node = "lambda_parameters", .act = Act::kParameterList},
    {.node = "block_parameters", .hook = block_parameters},
    {.node = "optional_parameter", .act = Act::kParameter, .name = Field::kName, .value = Field::kValue},
    {.node = "keyword_parameter", .act = Act::kParameter, .name = Field::kName, .value = Field::kValue},
    {.node = "splat_parameter", .hook = splat_parameter},
    {.node = "hash_splat_parameter", .hook = splat_parameter},
    {.node = "block_parameter", .act = Act::kParameter, .name = Field::kName},
    {.node = "call", .act = Act::kCall, .name = Field::kMethod, .object = Field::kReceiver, .arguments = Field::kArguments, .hook = call},
    {.node = "scope_resolution", .act = Act::kMember, .name = Field::kName, .object = Field::kScope},
    {.node = "identifier", .act = Act::kIdentifier, .hook = identifier},
    {.node = "constant", .act = Act::kTypeName},
    {.node = "instance_variable", .act = Act::kFieldName},
    {.node = "class_variable", .act = Act::kFieldName},
    {.node = "global_variable", .act = Act::kFieldName},
    {.node = "assignment", .act = Act::kAssignment, .name = Field::kLeft, .value = Field::kRight, .hook = assignment},
    {.node = "operator_assignment", .act = Act::kAssignment, .name = Field::kLeft},
    {.node = "exception_variable", .hook = block_parameters},
    {.node = "comment", .act = Act::kComment},
};

constexpr ShapeRule kShapes[] = {
    {"string", Shape::kString},
    {"interpolation", Shape::kPart},
    {"chained_string", Shape::kConcat},
    {"simple_symbol", Shape::kName},
    {"integer", Shape::kNumber},
    {"float", Shape::kNumber},
    {"true", Shape::kNumber},
    {"false", Shape::kNumber},
    {"nil", Shape::kNumber},
    {"binary", Shape::kBinary},
    {"array", Shape::kArray},
    {"string_array", Shape::kArray},
    {"symbol_array", Shape::kArray},
    {"hash", Shape::kObject},
    {"pair", Shape::kNamed},
    {"parenthesized_statements", Shape::kCast},
};

}  // namespace

const LanguageDefinition kRubyLanguage = {
    .language = Language::kRuby,
    .grammar = tree_sitter_ruby,
    .version = 3,
    .rules = kRules,
    .shapes = kShapes,
    .separator = "::",
    .format = "%",
    .self = "self",
    .assignment_declares = true,
};

}  // namespace grove::syntax
