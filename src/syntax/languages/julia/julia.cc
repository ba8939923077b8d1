#include <string>

#include "syntax/languages/languages.h"
#include "syntax/tree/literals.h"
#include "syntax/tree/nesting.h"

extern "C" const TSLanguage* tree_sitter_julia();

namespace grove::syntax {
namespace {

/// What a signature wraps around its call: `f(x)::T where T`.
TSNode call_of(Walk& walk, TSNode node) {
  for (int hops = 0; hops < 6 && !ts_node_is_null(node); ++hops) {
    if (walk.is(node, "call_expression")) return node;
    const bool wraps = walk.is(node, "signature") || walk.is(node, "where_expression") || walk.is(node, "typed_expression");
    if (!wraps) return {};
    node = first_named(walk, node);
  }
  return {};
}

/// A string right before a definition documents it.
void take_doc(Walk& walk, Index symbol) {
  const TSNode doc = walk.remembered();
  walk.remember({});
  if (ts_node_is_null(doc)) return;
  const std::uint32_t end = ts_node_end_byte(doc);
  Symbol& documented = walk.facts().symbols[symbol];
  if (end > documented.range.begin) return;
  if (walk.text().substr(end, documented.range.begin - end).find_first_not_of(" \t\r\n") != std::string_view::npos) return;
  documented.doc = {ts_node_start_byte(doc), end};
}

void declare_parameters(Walk& walk, TSNode arguments) {
  if (ts_node_is_null(arguments)) return;
  for (auto all = walk.children(arguments); all.next_named();) {
    TSNode at = all.node();
    const bool has_default = walk.is(at, "named_argument");
    const bool variadic = walk.is(at, "splat_expression");
    if (has_default || variadic) at = first_named(walk, at);
    TSNode type{};
    if (walk.is(at, "typed_expression")) {
      type = last_named(walk, at);
      at = first_named(walk, at);
      if (ts_node_eq(type, at)) at = {};  // `::Int`
    }
    if (!ts_node_is_null(type)) walk.is(type, "identifier") ? walk.add_reference(Role::kType, type) : void();
    walk.bare_parameter({.node = all.node(), .name = at, .type = type, .has_default = has_default, .variadic = variadic});
  }
}

/// `f(x)`, `Base.show(io, x)`: opens the function that the call looks like.
Descend open_function(Walk& walk, TSNode node, TSNode call, Kind kind) {
  const NamePath path = walk.name_path(first_named(walk, call));
  if (ts_node_is_null(path.leaf)) return Descend::kYes;
  if (!ts_node_is_null(path.object)) walk.claim(path.object);
  if (walk.in_callable()) walk.declare_local(path.leaf);
  const Index symbol = walk.open_symbol({.node = node, .kind = kind, .name = path.leaf, .receiver = walk.text(path.object)});
  take_doc(walk, symbol);
  walk.top().body_begin = ts_node_end_byte(call);
  const TSNode arguments = find_child(walk, call, "argument_list");
  declare_parameters(walk, arguments);
  return Descend::kYes;
}

Descend function(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode signature = find_child(walk, node, "signature");
  const TSNode call = call_of(walk, signature);
  if (!ts_node_is_null(call)) {
    open_function(walk, node, call, rule.kind);
    if (walk.top().act == Act::kSymbol) walk.top().body_begin = ts_node_end_byte(signature);
    return Descend::kYes;
  }
  const TSNode name = first_named(walk, signature);  // `function f end`
  if (walk.is(name, "identifier")) take_doc(walk, walk.open_symbol({.node = node, .kind = rule.kind, .name = name}));
  return Descend::kYes;
}

/// `f(x) = …`, `const MAX = 3`, `x = …`.
Descend assignment(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode left = first_named(walk, node);
  const TSNode call = call_of(walk, left);

  if (!ts_node_is_null(call)) return open_function(walk, node, call, Kind::kFunction);
  const TSNode name = walk.is(left, "typed_expression") ? first_named(walk, left) : left;
  const TSNode value = last_named(walk, node);
  if (!walk.is(name, "identifier")) {
    const NamePath path = walk.name_path(left);
    if (!ts_node_is_null(path.leaf))
      walk.add_reference(Role::kWrite, path.leaf, walk.receiver_of(path));
    else
      walk.declare_locals_in(left);
    return Descend::kYes;
  }
  if (walk.in_callable()) {
    if (!walk.is_local(name)) walk.declare_local(name);
    walk.claim(name);
    walk.add_binding(walk.symbol(), name, 0, value);
    return Descend::kYes;
  }
  if (walk.already_declared(name, walk.symbol())) return walk.add_reference(Role::kWrite, name), Descend::kYes;
  const bool constant = rule.kind == Kind::kConstant || walk.is_constant_name(walk.text(name));
  const Index symbol = walk.open_symbol({.node = node, .kind = constant ? Kind::kConstant : Kind::kField, .name = name});
  take_doc(walk, symbol);
  walk.top().value_begin = ts_node_start_byte(value);
  walk.add_binding(symbol, name, 0, value);
  return Descend::kYes;
}

/// `struct Dog{T} <: Animal`, `abstract type Animal end`.
Descend type(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode head = find_child(walk, node, "type_head");
  TSNode name = first_named(walk, head);
  TSNode super{};
  if (walk.is(name, "binary_expression")) {
    super = last_named(walk, name);
    name = first_named(walk, name);
  }
  if (walk.is(name, "parametrized_type_expression")) name = first_named(walk, name);
  if (!walk.is(name, "identifier")) return Descend::kYes;
  const Index symbol = walk.open_symbol({.node = node, .kind = rule.kind, .name = name});
  take_doc(walk, symbol);
  walk.top().body_begin = ts_node_end_byte(head);
  if (walk.is(super, "parametrized_type_expression")) super = first_named(walk, super);
  if (const NamePath path = walk.name_path(super); !ts_node_is_null(path.leaf)) walk.add_reference(Role::kInherit, path.leaf);
  return Descend::kYes;
}

/// A field in a struct; elsewhere a value with its type.
Descend typed(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = first_named(walk, node);
  const TSNode type = last_named(walk, node);
  const bool field = walk.top().act == Act::kSymbol && walk.top().in_type && ts_node_start_byte(node) >= walk.top().body_begin;
  if (!field || !walk.is(name, "identifier")) {
    if (walk.is(type, "identifier") && !ts_node_eq(name, type) && !walk.claimed(type)) walk.add_reference(Role::kType, type);
    return Descend::kYes;
  }
  walk.open_symbol({.node = node, .kind = Kind::kField, .name = name, .type = type});
  walk.push_frame(Act::kTypeRegion, node).region = Frame::Region::kType;
  return Descend::kYes;
}

Descend module(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode name = walk.child(node, Field::kName);
  if (ts_node_is_null(name)) return Descend::kYes;
  take_doc(walk, walk.open_symbol({.node = node, .kind = rule.kind, .name = name}));
  walk.top().body_begin = ts_node_end_byte(name);
  return Descend::kYes;
}

/// `using A, B`, `import Base: show, +`.
Descend import(Walk& walk, TSNode node, const Rule&) {
  for (auto all = walk.children(node); all.next_named();) {
    if (!walk.is(all.node(), "selected_import")) {
      walk.add_import({.module = walk.intern_snippet(all.node()), .begin = ts_node_start_byte(all.node())});
      continue;
    }
    StringId module = 0;
    for (auto names = walk.children(all.node()); names.next_named();) {
      if (module == 0)
        module = walk.intern_snippet(names.node());
      else
        walk.add_import({.module = module, .name = walk.intern_snippet(names.node()), .begin = ts_node_start_byte(names.node())});
    }
  }
  return Descend::kNo;
}

Descend call(Walk& walk, TSNode node, const Rule&) {
  const TSNode callee = first_named(walk, node);
  const TSNode arguments = find_child(walk, node, "argument_list");
  const NamePath path = walk.name_path(callee);
  if (ts_node_is_null(path.leaf) || walk.claimed(path.leaf)) return Descend::kYes;
  if (walk.text(callee) == "include")
    if (const TSNode file = first_named(walk, arguments); walk.is(file, "string_literal"))
      walk.add_import({.module = walk.intern(without_quotes(walk.text(file))), .begin = ts_node_start_byte(file)});
  walk.add_call(path, arguments);
  return Descend::kYes;
}

/// `d.name`: a value, unless it stands in a type.
Descend member(Walk& walk, TSNode node, const Rule& rule) {
  if (walk.top().region != Frame::Region::kValue) return walk.act(node, rule);
  const NamePath path = walk.name_path(node);
  if (ts_node_is_null(path.leaf) || walk.claimed(path.leaf)) return Descend::kYes;
  walk.note_object(path.object);
  walk.add_reference(Role::kRead, path.leaf, walk.receiver_of(path));
  return Descend::kYes;
}

/// `@test x`, `@testset "name" begin … end`.
Descend macro_call(Walk& walk, TSNode node, const Rule&) {
  const TSNode macro = first_named(walk, node);
  const TSNode name = first_named(walk, macro);
  const TSNode title = first_named(walk, find_child(walk, node, "macro_argument_list"));
  if (ts_node_is_null(name)) return Descend::kYes;
  walk.add_reference(Role::kCall, name);
  if (walk.text(name) == "testset" && walk.is(title, "string_literal")) {
    walk.open_symbol({.node = node, .name = title, .name_text = without_quotes(walk.text(title)), .flags = kSymbolTest});
    walk.top().body_begin = ts_node_end_byte(title);
  }
  return Descend::kYes;
}

Descend string(Walk& walk, TSNode node, const Rule&) {
  walk.remember(node);
  return Descend::kYes;
}

constexpr Rule kRules[] = {
    {.node = "module_definition", .kind = Kind::kModule, .hook = module},
    {.node = "function_definition", .kind = Kind::kFunction, .hook = function},
    {.node = "macro_definition", .kind = Kind::kMacro, .hook = function},
    {.node = "assignment", .hook = assignment},
    {.node = "abstract_definition", .kind = Kind::kInterface, .hook = type},
    {.node = "struct_definition", .kind = Kind::kStruct, .hook = type},
    {.node = "typed_expression", .hook = typed},
    {.node = "using_statement", .hook = import},
    {.node = "import_statement", .hook = import},
    {.node = "export_statement", .act = Act::kSkip},
    {.node = "call_expression", .act = Act::kCall, .hook = call},
    {.node = "macrocall_expression", .hook = macro_call},
    {.node = "arrow_function_expression", .act = Act::kLambda},
    {.node = "do_clause", .act = Act::kLambda},
    {.node = "for_binding",
     .hook =
         [](Walk& walk, TSNode node, const Rule&) {
           walk.declare_locals_in(first_named(walk, node));
           return Descend::kYes;
         }},
    {.node = "field_expression", .act = Act::kPath, .hook = member},
    {.node = "parametrized_type_expression", .act = Act::kGeneric},
    {.node = "curly_expression", .act = Act::kTypeRegion},
    {.node = "string_literal", .hook = string},
    {.node = "identifier", .act = Act::kIdentifier},
    {.node = "line_comment", .act = Act::kComment},
    {.node = "block_comment", .act = Act::kComment},
};

constexpr ShapeRule kShapes[] = {
    {"string_literal", Shape::kString},    {"integer_literal", Shape::kNumber},    {"float_literal", Shape::kNumber},
    {"boolean_literal", Shape::kNumber},   {"vector_expression", Shape::kArray},   {"named_argument", Shape::kNamed},
    {"binary_expression", Shape::kBinary}, {"string_interpolation", Shape::kPart},
};

}  // namespace

const LanguageDefinition kJuliaLanguage = {
    .language = Language::kJulia, .grammar = tree_sitter_julia, .rules = kRules, .shapes = kShapes, .concat = "*", .self = ""};

}  // namespace grove::syntax
