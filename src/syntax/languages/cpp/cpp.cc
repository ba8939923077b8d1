#include <algorithm>
#include <cctype>
#include <string>

#include "syntax/languages/c/declarators.h"
#include "syntax/languages/c/family.h"
#include "syntax/languages/c/noise.h"
#include "syntax/languages/languages.h"
#include "syntax/tree/walk.h"

extern "C" const TSLanguage* tree_sitter_cpp();

namespace grove::syntax {
namespace {

std::string_view last_part(std::string_view scope) {
  if (const std::size_t angle = scope.find('<'); angle != std::string_view::npos) scope = scope.substr(0, angle);
  const std::size_t colons = scope.rfind("::");
  return colons == std::string_view::npos ? scope : scope.substr(colons + 2);
}

bool is_all_capitals(std::string_view name) {
  return !name.empty() &&
         std::all_of(name.begin(), name.end(), [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; });
}

/// The parts of a name that a definition declares: `A::B::operator==`.
struct DeclaredName {
  TSNode leaf{};
  std::string text;   // where it isn't the leaf's
  std::string scope;  // `A::B`
};

DeclaredName declared_name(const Walk& walk, TSNode name) {
  DeclaredName found;
  for (int hops = 0; hops < 16 && walk.is(name, "qualified_identifier"); ++hops) {
    if (const TSNode scope = walk.child(name, Field::kScope); !ts_node_is_null(scope))
      found.scope += (found.scope.empty() ? "" : "::") + std::string(walk.text(scope));
    name = walk.child(name, Field::kName);
  }
  if (ts_node_is_null(name)) return found;
  found.leaf = name;
  if (walk.is(name, "template_function")) found.leaf = walk.child(name, Field::kName);
  found.text = std::string(walk.text(found.leaf));
  return found;
}

/// `operator bool() const`: the name of a conversion is its type.
DeclaredName conversion_name(const Walk& walk, TSNode cast) {
  const TSNode type = walk.child(cast, Field::kType);
  return {type, "operator " + std::string(walk.text(type)), {}};
}

Kind kind_of_member(const Walk& walk, const DeclaredName& name, Index parent) {
  const std::string_view owner = name.scope.empty() && parent != kNone && is_type(walk.symbol_at(parent).kind)
                                     ? walk.facts().text(walk.symbol_at(parent).name)
                                     : last_part(name.scope);
  if (!owner.empty() && owner == name.text) return Kind::kConstructor;
  return name.scope.empty() ? Kind::kFunction : Kind::kMethod;
}

/// `TEST(Suite, Case) { … }` looks like a function without a type: it is named by its arguments.
void name_macro_function(const Walk& walk, TSNode parameters, DeclaredName& name) {
  if (!is_all_capitals(name.text) || ts_node_is_null(parameters)) return;
  std::string_view inside = walk.text(parameters);
  if (inside.size() < 3 || inside.size() > 200) return;
  inside = inside.substr(1, inside.size() - 2);
  if (!std::all_of(inside.begin(), inside.end(),
                   [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == ',' || c == ' ' || c == '\n'; }))
    return;
  name.text.clear();
  for (const char c : inside) {
    if (c == ',') name.text += '.';
    if (c != ',' && c != ' ' && c != '\n') name.text += c;
  }
}

/// Where the name of a function stands below pointers and references; an `operator_cast` where it is a conversion.
TSNode function_name(const Walk& walk, TSNode declarator, TSNode& parameters) {
  for (int hops = 0; hops < 16 && !ts_node_is_null(declarator); ++hops) {
    if (walk.is(declarator, "operator_cast")) return declarator;
    const Act act = walk.act_of(declarator);
    if (act == Act::kIdentifier || act == Act::kFieldName || act == Act::kMember || act == Act::kGeneric) return declarator;
    if (const TSNode own = walk.child(declarator, Field::kParameters); !ts_node_is_null(own)) parameters = own;
    const TSNode inner = walk.child(declarator, Field::kDeclarator);
    declarator = ts_node_is_null(inner) ? ts_node_named_child(declarator, ts_node_named_child_count(declarator) - 1U) : inner;
  }
  return {};
}

Descend function_definition(Walk& walk, TSNode node, const Rule&) {
  TSNode parameters{};
  const TSNode name_node = function_name(walk, walk.child(node, Field::kDeclarator), parameters);
  if (ts_node_is_null(name_node)) return Descend::kYes;
  DeclaredName name = walk.is(name_node, "operator_cast") ? conversion_name(walk, name_node) : declared_name(walk, name_node);
  if (ts_node_is_null(name.leaf)) return Descend::kYes;
  const TSNode type = walk.child(node, Field::kType);
  SymbolDraft draft{.node = node,
                    .kind = kind_of_member(walk, name, walk.symbol()),
                    .name = name.leaf,
                    .type = type,
                    .body = walk.child(node, Field::kBody),
                    .receiver = name.scope};
  if (ts_node_is_null(type) && draft.kind == Kind::kFunction && !walk.top().in_type) {
    if (name.text.starts_with("TEST")) draft.flags |= kSymbolTest;
    name_macro_function(walk, parameters, name);
  }
  if (name.text.starts_with("operator")) draft.flags |= kSymbolOperator;
  if (name.text != walk.text(name.leaf)) draft.name_text = name.text;
  walk.open_symbol(draft);
  if (walk.is(name.leaf, "destructor_name")) walk.claim(ts_node_named_child(name.leaf, 0));
  return Descend::kYes;
}

/// Members and prototypes whose names are no plain leaf; everything else as in C.
Descend declarator(Walk& walk, TSNode node, const Rule& rule) {
  if (!walk.at_declarator(node)) return walk.act(node, rule);
  TSNode parameters{};
  const TSNode name_node = function_name(walk, node, parameters);
  const bool special = !ts_node_is_null(name_node) && !walk.in_callable() && !ts_node_is_null(parameters) &&
                       (walk.act_of(name_node) != Act::kFieldName || walk.is(name_node, "operator_name"));
  if (!special && !walk.is(name_node, "operator_cast")) return c_declarator(walk, node, rule);
  DeclaredName name = walk.is(name_node, "operator_cast") ? conversion_name(walk, name_node) : declared_name(walk, name_node);
  if (ts_node_is_null(name.leaf)) return walk.act(node, rule);
  SymbolDraft draft{.node = node,
                    .kind = kind_of_member(walk, name, walk.symbol()),
                    .name = name.leaf,
                    .receiver = name.scope,
                    .flags = kSymbolDeclarationOnly};
  if (name.text.starts_with("operator")) draft.flags |= kSymbolOperator;
  if (name.text != walk.text(name.leaf)) draft.name_text = name.text;
  const StringId type = walk.top().type;
  const Index symbol = walk.open_symbol(draft);
  walk.facts().symbols[symbol].type = type;
  if (walk.is(name.leaf, "destructor_name")) walk.claim(ts_node_named_child(name.leaf, 0));
  return Descend::kYes;
}

Descend namespace_definition(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  if (ts_node_is_null(name)) return Descend::kYes;
  walk.open_symbol({.node = node, .kind = Kind::kNamespace, .name = name, .body = walk.child(node, Field::kBody)});
  return Descend::kYes;
}

/// `using std::string;`, `using namespace std;`
Descend using_declaration(Walk& walk, TSNode node, const Rule&) {
  bool whole = false;
  for (auto all = walk.children(node); all.next();) {
    if (walk.is(all.node(), "namespace")) whole = true;
    if (!ts_node_is_named(all.node())) continue;
    const std::string_view path = walk.text(all.node());
    const std::size_t colons = path.rfind("::");
    Import import{.begin = ts_node_start_byte(all.node())};
    import.module = walk.intern(whole ? path : colons == std::string_view::npos ? std::string_view{} : path.substr(0, colons));
    import.name = walk.intern(whole ? "*" : colons == std::string_view::npos ? path : path.substr(colons + 2));
    walk.add_import(import);
  }
  return Descend::kNo;
}

Descend type_parameter(Walk& walk, TSNode node, const Rule&) {
  const TSNode named = walk.child(node, Field::kName);
  const TSNode name = ts_node_is_null(named) ? ts_node_named_child(node, 0) : named;
  if (walk.act_of(name) == Act::kTypeName) walk.type_parameter(node, name, 0);
  return Descend::kYes;
}

/// A default value makes a parameter optional.
Descend optional_parameter(Walk& walk, TSNode node, const Rule& rule) {
  const std::size_t before = walk.facts().parameters.size();
  c_parameter(walk, node, rule);
  if (walk.facts().parameters.size() > before) walk.facts().parameters.back().has_default = true;
  return Descend::kYes;
}

Descend variadic_parameter(Walk& walk, TSNode node, const Rule& rule) {
  const std::size_t before = walk.facts().parameters.size();
  c_parameter(walk, node, rule);
  if (walk.facts().parameters.size() > before) walk.facts().parameters.back().is_variadic = true;
  return Descend::kYes;
}

/// `for (const User& user : users)`
Descend range_loop(Walk& walk, TSNode node, const Rule&) {
  const TSNode declarator = walk.child(node, Field::kDeclarator);
  const TSNode name = declarator_of(walk, declarator).name;
  if (!walk.in_callable()) return Descend::kYes;
  if (ts_node_is_null(name)) walk.declare_locals_in(declarator);
  if (walk.act_of(name) != Act::kIdentifier) return Descend::kYes;
  walk.declare_local(name);
  walk.claim(name);
  walk.add_binding(walk.symbol(), name, walk.intern_type(walk.child(node, Field::kType)), {});
  return Descend::kYes;
}

/// `: member_(value), Base(value)`
Descend field_initializer(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = ts_node_named_child(node, 0);
  if (walk.is(name, "field_identifier"))
    walk.add_reference(Role::kWrite, name);
  else
    walk.add_call(walk.name_path(name), walk.child_of_type(node, "argument_list"));
  return Descend::kYes;
}

Descend friend_declaration(Walk& walk, TSNode node, const Rule&) {
  return walk.is(ts_node_named_child(node, 0), "function_definition") ? Descend::kYes : Descend::kNo;
}

/// `[n = limit_]` declares n.
Descend captures(Walk& walk, TSNode node, const Rule&) {
  for (auto all = walk.children(node); all.next_named();)
    if (walk.is(all.node(), "lambda_capture_initializer")) walk.declare_locals_in(walk.child(all.node(), Field::kLeft));
  return Descend::kYes;
}

constexpr Rule kRules[] = {
    {.node = "preproc_call", .act = Act::kSkip},
    {.node = "namespace_definition", .act = Act::kSymbol, .kind = Kind::kNamespace, .name = Field::kName, .hook = namespace_definition},
    {.node = "using_declaration", .hook = using_declaration},
    {.node = "template_declaration", .act = Act::kWrapper},
    {.node = "type_parameter_declaration", .hook = type_parameter},
    {.node = "optional_type_parameter_declaration", .act = Act::kTypeParameter, .name = Field::kName, .hook = type_parameter},
    {.node = "variadic_type_parameter_declaration", .hook = type_parameter},
    {.node = "concept_definition", .act = Act::kSymbol, .kind = Kind::kType, .name = Field::kName},
    {.node = "alias_declaration", .act = Act::kSymbol, .kind = Kind::kType, .name = Field::kName, .type = Field::kType},
    {.node = "function_definition", .hook = function_definition},
    {.node = "friend_declaration", .hook = friend_declaration},
    {.node = "class_specifier",
     .act = Act::kSymbol,
     .kind = Kind::kClass,
     .name = Field::kName,
     .body = Field::kBody,
     .hook = c_tagged_type},
    {.node = "union_specifier",
     .act = Act::kSymbol,
     .kind = Kind::kStruct,
     .name = Field::kName,
     .body = Field::kBody,
     .hook = c_tagged_type},
    {.node = "base_class_clause", .act = Act::kInherit},
    {.node = "template_argument_list", .act = Act::kTypeRegion, .hook = c_template_arguments},
    {.node = "optional_parameter_declaration", .act = Act::kParameter, .hook = optional_parameter},
    {.node = "variadic_parameter_declaration", .act = Act::kParameter, .hook = variadic_parameter},
    {.node = "init_declarator", .hook = declarator},
    {.node = "pointer_declarator", .hook = declarator},
    {.node = "reference_declarator", .hook = declarator},
    {.node = "array_declarator", .hook = declarator},
    {.node = "function_declarator", .hook = declarator},
    {.node = "parenthesized_declarator", .hook = declarator},
    {.node = "attributed_declarator", .hook = declarator},
    {.node = "operator_cast", .hook = declarator},
    {.node = "structured_binding_declarator", .act = Act::kDeclare},
    {.node = "field_designator", .hook = c_field_designator},
    {.node = "field_initializer", .hook = field_initializer},
    {.node = "for_range_loop", .hook = range_loop},
    {.node = "lambda_expression", .act = Act::kLambda},
    {.node = "lambda_capture_specifier", .hook = captures},
    {.node = "catch_clause", .act = Act::kScope},
    {.node = "expression_statement", .hook = c_macro_call},
    {.node = "compound_statement", .hook = c_orphan_body},
    {.node = "new_expression", .act = Act::kNew, .type = Field::kType, .arguments = Field::kArguments},
    {.node = "qualified_identifier", .act = Act::kMember, .name = Field::kName, .object = Field::kScope, .hook = c_qualified},
    {.node = "template_function", .act = Act::kGeneric},
    {.node = "template_method", .act = Act::kGeneric},
    {.node = "template_type", .act = Act::kGeneric},
    {.node = "dependent_name", .act = Act::kGeneric},
    {.node = "destructor_name", .act = Act::kFieldName},
    {.node = "operator_name", .act = Act::kFieldName},
    {.node = "field_identifier", .act = Act::kFieldName, .hook = declarator},
    {.node = "attribute_specifier", .act = Act::kSkip},
    {.node = "attribute_declaration", .act = Act::kSkip},
};

constexpr ShapeRule kShapes[] = {
    {"raw_string_literal", Shape::kRawString}, {"concatenated_string", Shape::kConcat},    {"null", Shape::kNumber},
    {"binary_expression", Shape::kBinary},     {"initializer_list", Shape::kArray},        {"initializer_pair", Shape::kNamed},
    {"cast_expression", Shape::kCast},         {"parenthesized_expression", Shape::kCast}, {"pointer_expression", Shape::kCast},
};

}  // namespace

const LanguageDefinition kCppLanguage = {
    .language = Language::kCpp,
    .grammar = tree_sitter_cpp,
    .version = 2,
    .family_rules = kCFamilyRules,
    .rules = kRules,
    .family_shapes = kCFamilyShapes,
    .shapes = kShapes,
    .separator = "::",
    .inferred = "auto",
    .self = "",
    .call_arguments = false,
    .overloads = true,
    .capital_is_type = false,
    .without_noise = without_macro_noise,
};

}  // namespace grove::syntax
