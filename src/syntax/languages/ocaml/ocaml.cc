#include <array>
#include <cctype>
#include <string>

#include "syntax/languages/languages.h"
#include "syntax/tree/nesting.h"

extern "C" const TSLanguage* tree_sitter_ocaml();
extern "C" const TSLanguage* tree_sitter_ocaml_interface();

namespace grove::syntax {
namespace {

/// A file is a module: `src/cart.ml` is Cart.
void module_of_path(std::string_view path, std::string& module) {
  path.remove_prefix(path.rfind('/') + 1);
  module = path.substr(0, path.find('.'));
  if (!module.empty()) module[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(module[0])));
}

Descend open(Walk& walk, TSNode node, const Rule&) {
  const TSNode module = walk.child(node, Field::kModule);
  if (!ts_node_is_null(module))
    walk.add_import({.module = walk.intern_snippet(module), .name = walk.intern("*"), .begin = ts_node_start_byte(module)});
  return Descend::kNo;
}

/// Modules, module types, classes: the name is the first child, whatever its type.
Descend named_first(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode name = first_named(walk, node);
  if (ts_node_is_null(name)) return Descend::kYes;
  TSNode body = walk.child(node, Field::kBody);
  if (ts_node_is_null(body)) body = walk.child(node, Field::kModuleType);
  if (ts_node_is_null(body)) body = find_child(walk, node, "signature");
  walk.open_symbol({.node = node, .kind = rule.kind, .name = name, .body = body});
  return Descend::kYes;
}

Descend type(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  if (ts_node_is_null(name)) return Descend::kYes;
  const TSNode body = walk.child(node, Field::kBody);
  Kind kind = Kind::kType;
  if (walk.is(body, "record_declaration")) kind = Kind::kStruct;
  if (walk.is(body, "variant_declaration")) kind = Kind::kEnum;
  walk.open_symbol({.node = node, .kind = kind, .name = name, .body = spans_lines(node) ? body : TSNode{}});
  return Descend::kYes;
}

Descend field(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = find_child(walk, node, "field_name", "instance_variable_name");
  if (!ts_node_is_null(name)) walk.open_symbol({.node = node, .kind = Kind::kField, .name = name, .type = walk.child(node, Field::kType)});
  return Descend::kYes;
}

/// A case of a variant, an exception.
Descend constructor(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = find_child(walk, node, "constructor_name");
  if (!ts_node_is_null(name)) walk.open_symbol({.node = node, .kind = Kind::kConstant, .name = name});
  return Descend::kYes;
}

bool is_function(Walk& walk, TSNode binding, TSNode body) {
  return walk.is(body, "fun_expression") || walk.is(body, "function_expression") ||
         !ts_node_is_null(find_child(walk, binding, "parameter"));
}

/// `let f x = …`, `let x = …`, at the top or inside.
Descend let(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kPattern);
  const TSNode body = walk.child(node, Field::kBody);
  if (!walk.is(name, "value_name")) {
    walk.declare_locals_in(name);
    return Descend::kYes;
  }
  const bool function = is_function(walk, node, body);
  if (walk.in_callable()) walk.declare_local(name);
  if (walk.in_callable() && !function) {
    walk.claim(name);
    return Descend::kYes;
  }
  const Kind kind = function ? Kind::kFunction : Kind::kConstant;
  const Index symbol = walk.open_symbol({.node = node, .kind = kind, .name = name, .type = walk.child(node, Field::kType), .body = body});
  if (walk.is(body, "fun_expression")) walk.top().function_begin = ts_node_start_byte(body);
  if (!function) walk.add_binding(symbol, name, 0, body);
  return Descend::kYes;
}

Descend parameter(Walk& walk, TSNode node, const Rule&) {
  TSNode name = walk.child(node, Field::kPattern);
  TSNode type{};
  if (walk.is(name, "typed_pattern")) {
    type = walk.child(name, Field::kType);
    name = walk.child(name, Field::kPattern);
  }
  if (!ts_node_is_null(name))
    walk.parameter({.node = node, .name = name, .type = type, .has_default = !ts_node_is_null(walk.child(node, Field::kDefault))});
  return Descend::kYes;
}

/// `val f : int -> int` in a signature, `external f : … = "c_name"`.
Descend specification(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = find_child(walk, node, "value_name");
  const TSNode type = walk.child(node, Field::kType);
  if (ts_node_is_null(name)) return Descend::kYes;
  const bool function = walk.is(type, "function_type");
  walk.open_symbol({.node = node, .kind = function ? Kind::kFunction : Kind::kConstant, .name = name, .type = type});
  return Descend::kYes;
}

Descend method(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = find_child(walk, node, "method_name");
  if (!ts_node_is_null(name)) walk.open_symbol({.node = node, .kind = Kind::kMethod, .name = name, .body = walk.child(node, Field::kBody)});
  return Descend::kYes;
}

/// The last name of `A.B.c`, and the one before it where there is one.
struct LastNames {
  TSNode object{};
  TSNode leaf{};
};
LastNames last_names(Walk& walk, TSNode path) {
  LastNames names;
  for (auto all = walk.children(path); all.next_named();) names = {names.leaf, all.node()};
  return names;
}

/// `f x y`, `List.map f l`, `obj#go`.
Descend application(Walk& walk, TSNode node, const Rule&) {
  const TSNode function = walk.child(node, Field::kFunction);
  const bool method = walk.is(function, "method_invocation");
  const bool named = walk.is(function, "value_path") || walk.is(function, "constructor_path") || method;
  if (!named) return Descend::kYes;
  const auto [object, leaf] = last_names(walk, function);
  if (ts_node_is_null(leaf) || walk.is_local(leaf)) return Descend::kYes;
  const std::uint32_t arguments = ts_node_named_child_count(node) - 1;
  if (!ts_node_is_null(object)) walk.claim(object);
  walk.add_reference(Role::kCall, leaf, walk.receiver_of({.leaf = leaf, .object = object}),
                     static_cast<std::uint8_t>(std::min(arguments, 255U)));
  return Descend::kYes;
}

/// `List.map` as a value, `Shop.t` as a type: the last name with what stands before it.
Descend path(Walk& walk, TSNode node, const Rule& rule) {
  const auto [object, leaf] = last_names(walk, node);
  if (ts_node_is_null(leaf) || walk.claimed(leaf)) return Descend::kNo;
  if (ts_node_is_null(object) &&
      (walk.is_local(leaf) || (rule.act == Act::kTypeName && ts_node_is_named(leaf) && walk.text(leaf).starts_with('\''))))
    return Descend::kNo;
  const bool inherit = walk.top().region == Frame::Region::kInherit;
  const Role role = inherit ? Role::kInherit : rule.act == Act::kTypeName ? Role::kType : Role::kRead;
  walk.add_reference(role, leaf, walk.receiver_of({.leaf = leaf, .object = object}));
  return Descend::kNo;
}

Descend value_name(Walk& walk, TSNode node, const Rule& rule) {
  return ts_node_child_count(node) == 0 ? walk.act(node, rule) : Descend::kYes;
}

constexpr Rule kRules[] = {
    {.node = "open_module", .hook = open},
    {.node = "include_module", .act = Act::kInherit},
    {.node = "module_definition", .act = Act::kWrapper},
    {.node = "class_definition", .act = Act::kWrapper},
    {.node = "type_definition", .act = Act::kWrapper},
    {.node = "value_definition", .act = Act::kWrapper},
    {.node = "exception_definition", .act = Act::kWrapper},
    {.node = "module_binding", .kind = Kind::kModule, .hook = named_first},
    {.node = "module_type_definition", .kind = Kind::kInterface, .hook = named_first},
    {.node = "class_binding", .kind = Kind::kClass, .hook = named_first},
    {.node = "type_binding", .hook = type},
    {.node = "field_declaration", .hook = field},
    {.node = "instance_variable_definition", .hook = field},
    {.node = "constructor_declaration", .hook = constructor},
    {.node = "let_binding", .hook = let},
    {.node = "parameter", .hook = parameter},
    {.node = "value_specification", .hook = specification},
    {.node = "external", .hook = specification},
    {.node = "method_definition", .hook = method},
    {.node = "fun_expression", .act = Act::kLambda},
    {.node = "match_case", .act = Act::kDeclare, .name = Field::kPattern},
    {.node = "application_expression", .act = Act::kCall, .hook = application},
    {.node = "value_path", .hook = path},
    {.node = "constructor_path", .hook = path},
    {.node = "module_path", .hook = path},
    {.node = "module_type_path", .act = Act::kTypeName, .hook = path},
    {.node = "type_constructor_path", .act = Act::kTypeName, .hook = path},
    {.node = "value_name", .act = Act::kIdentifier, .hook = value_name},
    {.node = "value_pattern", .act = Act::kIdentifier},
    {.node = "comment", .act = Act::kComment},
};

constexpr ShapeRule kShapes[] = {
    {"string", Shape::kString},         {"number", Shape::kNumber}, {"boolean", Shape::kNumber}, {"parenthesized_expression", Shape::kCast},
    {"list_expression", Shape::kArray},
};

/// Of an interface file: the same names, so the same table, less what its grammar doesn't know.
constexpr Rule kInterfaceRules[] = {
    {.node = "open_module", .hook = open},
    {.node = "include_module_type", .act = Act::kInherit},
    {.node = "module_definition", .act = Act::kWrapper},
    {.node = "class_definition", .act = Act::kWrapper},
    {.node = "type_definition", .act = Act::kWrapper},
    {.node = "exception_definition", .act = Act::kWrapper},
    {.node = "module_binding", .kind = Kind::kModule, .hook = named_first},
    {.node = "module_type_definition", .kind = Kind::kInterface, .hook = named_first},
    {.node = "class_binding", .kind = Kind::kClass, .hook = named_first},
    {.node = "type_binding", .hook = type},
    {.node = "field_declaration", .hook = field},
    {.node = "constructor_declaration", .hook = constructor},
    {.node = "value_specification", .hook = specification},
    {.node = "external", .hook = specification},
    {.node = "module_path", .hook = path},
    {.node = "module_type_path", .act = Act::kTypeName, .hook = path},
    {.node = "type_constructor_path", .act = Act::kTypeName, .hook = path},
    {.node = "comment", .act = Act::kComment},
};

}  // namespace

const LanguageDefinition kOCamlLanguage = {.language = Language::kOCaml,
                                           .grammar = tree_sitter_ocaml,
                                           .rules = kRules,
                                           .shapes = kShapes,
                                           .concat = "^",
                                           .self = "self",
                                           .call_arguments = false,
                                           .module_of_path = module_of_path};

const LanguageDefinition kOCamlInterfaceLanguage = {.language = Language::kOCamlInterface,
                                                    .grammar = tree_sitter_ocaml_interface,
                                                    .rules = kInterfaceRules,
                                                    .shapes = {},
                                                    .module_of_path = module_of_path};

}  // namespace grove::syntax
