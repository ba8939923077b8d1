#include "syntax/languages/languages.h"
#include "syntax/tree/prefix.h"
#include "syntax/tree/walk.h"

extern "C" const TSLanguage* tree_sitter_php();

namespace grove::syntax {
namespace {

/// `namespace A\B;` or `namespace A\B { … }`
Descend namespace_definition(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  if (!ts_node_is_null(name)) {
    walk.facts().module = walk.intern_snippet(name);
    for (auto all = walk.children(name); all.next_named();) walk.claim(all.node());
  }
  return Descend::kYes;
}

/// `use A\B\C;`, `use A\{B, C as D};`, `use function A\f;`
Descend namespace_use(Walk& walk, TSNode node, const Rule&) {
  const TSNode prefix = walk.child_of_type(node, "namespace_name");
  const std::string_view base = ts_node_is_null(prefix) ? std::string_view{} : prefix_of(walk.text(prefix));
  const TSNode group = walk.child(node, Field::kBody);
  for (auto all = walk.children(ts_node_is_null(group) ? node : group); all.next_named();) {
    if (!walk.is(all.node(), "namespace_use_clause")) continue;
    const TSNode alias = walk.child(all.node(), Field::kAlias);
    auto parts = walk.children(all.node());
    if (!parts.next_named()) continue;
    std::string path(base);
    if (!path.empty()) path += '\\';
    path += walk.text(parts.node());
    const auto last = path.rfind('\\');
    Import import{.begin = ts_node_start_byte(all.node())};
    import.module = walk.intern_snippet(last == std::string::npos ? std::string_view{} : std::string_view(path).substr(0, last));
    import.name = walk.intern_snippet(last == std::string::npos ? std::string_view(path) : std::string_view(path).substr(last + 1));
    import.alias = walk.intern_snippet(alias);
    walk.add_import(import);
  }
  return Descend::kNo;
}

/// `use SomeTrait;` in a class.
Descend use_trait(Walk& walk, TSNode node, const Rule&) {
  walk.push_frame(Act::kInherit, node).region = Frame::Region::kInherit;
  return Descend::kYes;
}

Descend method(Walk& walk, TSNode node, const Rule&) {
  SymbolDraft draft{.node = node,
                    .kind = Kind::kMethod,
                    .name = walk.child(node, Field::kName),
                    .type = walk.child(node, Field::kReturnType),
                    .body = walk.child(node, Field::kBody)};
  if (ts_node_is_null(draft.name)) return Descend::kYes;
  if (walk.text(draft.name) == "__construct") draft.kind = Kind::kConstructor;
  walk.open_symbol(draft);
  return Descend::kYes;
}

std::string_view without_dollar(std::string_view name) { return name.starts_with('$') ? name.substr(1) : name; }

/// `private Foo $bar = …;`
Descend property_element(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  if (ts_node_is_null(name)) return Descend::kYes;
  const TSNode value = walk.child(node, Field::kDefaultValue);
  const StringId type = walk.top().act == Act::kWrapper ? walk.top().type : 0;
  const Index symbol = walk.open_symbol({.node = node, .kind = Kind::kField, .name = name, .name_text = without_dollar(walk.text(name))});
  walk.facts().symbols[symbol].type = type;
  if (!ts_node_is_null(value)) walk.top().value_begin = ts_node_start_byte(value);
  walk.add_binding(symbol, name, type, value);
  walk.claim(name);
  return Descend::kYes;
}

/// `public function __construct(private Foo $bar)`: a parameter and a field.
Descend promoted_parameter(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  if (ts_node_is_null(name)) return Descend::kYes;
  const TSNode type = walk.child(node, Field::kType);
  const Frame* constructor = walk.symbol_frame();
  if (constructor != nullptr && walk.facts().symbols[constructor->symbol].parent != kNone)
    walk.add_symbol({.node = node, .kind = Kind::kField, .name = name, .name_text = without_dollar(walk.text(name)), .type = type},
                    walk.facts().symbols[constructor->symbol].parent);
  walk.parameter({.node = node, .name = name, .type = type, .has_default = !ts_node_is_null(walk.child(node, Field::kDefaultValue))});
  return Descend::kYes;
}

Descend variadic_parameter(Walk& walk, TSNode node, const Rule&) {
  walk.parameter({.node = node, .name = walk.child(node, Field::kName), .type = walk.child(node, Field::kType), .variadic = true});
  return Descend::kYes;
}

/// `const A = 1, B = 2;`: name, then value, without fields.
Descend const_element(Walk& walk, TSNode node, const Rule&) {
  auto parts = walk.children(node);
  if (!parts.next_named()) return Descend::kYes;
  const TSNode name = parts.node();
  const Index symbol = walk.open_symbol({.node = node, .kind = Kind::kConstant, .name = name});
  if (parts.next_named()) {
    walk.top().value_begin = ts_node_start_byte(parts.node());
    walk.add_binding(symbol, name, 0, parts.node());
  }
  return Descend::kYes;
}

/// `new Foo($x)`: what is made and the arguments have no fields.
Descend object_creation(Walk& walk, TSNode node, const Rule&) {
  TSNode type{};
  TSNode arguments{};
  for (auto all = walk.children(node); all.next_named();) {
    if (walk.is(all.node(), "arguments"))
      arguments = all.node();
    else if (ts_node_is_null(type))
      type = all.node();
  }
  if (const NamePath path = walk.name_path(type); !ts_node_is_null(path.leaf)) walk.add_call(path, arguments);
  return Descend::kYes;
}

/// `#[Route("/x"), Lazy]`: each stands on what the whole list stands on.
Descend attribute_list(Walk& walk, TSNode node, const Rule&) {
  for (auto groups = walk.children(node); groups.next_named();)
    for (auto all = walk.children(groups.node()); all.next_named();) {
      auto parts = walk.children(all.node());
      if (parts.next_named())
        walk.annotation({.node = node, .name = parts.node(), .arguments = walk.child(all.node(), Field::kParameters)});
    }
  return Descend::kYes;
}

/// `foreach ($map as $key => $value)`: all but the first and the body are new names.
Descend foreach_statement(Walk& walk, TSNode node, const Rule&) {
  auto parts = walk.children(node);
  if (!parts.next_named()) return Descend::kYes;
  const TSNode body = walk.child(node, Field::kBody);
  while (parts.next_named())
    if (ts_node_is_null(body) || !ts_node_eq(parts.node(), body)) walk.declare_locals_in(parts.node());
  return Descend::kYes;
}

/// `Foo::BAR`, `Foo::class`: without fields.
Descend class_constant(Walk& walk, TSNode node, const Rule&) {
  auto parts = walk.children(node);
  if (!parts.next_named()) return Descend::kYes;
  const TSNode object = parts.node();
  if (parts.next_named() && walk.text(parts.node()) != "class")
    walk.add_reference(Role::kRead, parts.node(), walk.receiver_of({.object = object}));
  if (const NamePath path = walk.name_path(object); !ts_node_is_null(path.leaf) && !walk.claimed(path.leaf))
    walk.add_reference(Role::kType, path.leaf, walk.receiver_of(path));
  return Descend::kYes;
}

Descend given_back(Walk& walk, TSNode node, const Rule&) {
  walk.add_text_result(ts_node_named_child(node, 0));
  return Descend::kYes;
}

constexpr Rule kRules[] = {
    {.node = "return_statement", .hook = given_back},
    {.node = "namespace_definition", .hook = namespace_definition},
    {.node = "namespace_use_declaration", .hook = namespace_use},
    {.node = "class_declaration", .act = Act::kSymbol, .kind = Kind::kClass, .name = Field::kName, .body = Field::kBody},
    {.node = "interface_declaration", .act = Act::kSymbol, .kind = Kind::kInterface, .name = Field::kName, .body = Field::kBody},
    {.node = "trait_declaration", .act = Act::kSymbol, .kind = Kind::kTrait, .name = Field::kName, .body = Field::kBody},
    {.node = "enum_declaration", .act = Act::kSymbol, .kind = Kind::kEnum, .name = Field::kName, .body = Field::kBody},
    {.node = "enum_case", .act = Act::kSymbol, .kind = Kind::kConstant, .name = Field::kName, .value = Field::kValue},
    {.node = "base_clause", .act = Act::kInherit},
    {.node = "class_interface_clause", .act = Act::kInherit},
    {.node = "use_declaration", .hook = use_trait},
    {.node = "function_definition", .act = Act::kSymbol, .name = Field::kName, .type = Field::kReturnType, .body = Field::kBody},
    {.node = "method_declaration", .act = Act::kSymbol, .name = Field::kName, .body = Field::kBody, .hook = method},
    {.node = "const_declaration", .act = Act::kWrapper},
    {.node = "const_element", .hook = const_element},
    {.node = "property_declaration", .act = Act::kWrapper, .type = Field::kType},
    {.node = "property_element", .hook = property_element},
    {.node = "anonymous_function", .act = Act::kLambda},
    {.node = "arrow_function", .act = Act::kLambda},
    {.node = "formal_parameters", .act = Act::kParameterList},
    {.node = "simple_parameter", .act = Act::kParameter, .name = Field::kName, .type = Field::kType, .value = Field::kDefaultValue},
    {.node = "property_promotion_parameter", .hook = promoted_parameter},
    {.node = "variadic_parameter", .hook = variadic_parameter},
    {.node = "function_call_expression", .act = Act::kCall, .name = Field::kFunction, .arguments = Field::kArguments},
    {.node = "member_call_expression", .act = Act::kCall, .name = Field::kName, .object = Field::kObject, .arguments = Field::kArguments},
    {.node = "nullsafe_member_call_expression",
     .act = Act::kCall,
     .name = Field::kName,
     .object = Field::kObject,
     .arguments = Field::kArguments},
    {.node = "scoped_call_expression", .act = Act::kCall, .name = Field::kName, .object = Field::kScope, .arguments = Field::kArguments},
    {.node = "object_creation_expression", .hook = object_creation},
    {.node = "member_access_expression", .act = Act::kMember, .name = Field::kName, .object = Field::kObject},
    {.node = "nullsafe_member_access_expression", .act = Act::kMember, .name = Field::kName, .object = Field::kObject},
    {.node = "scoped_property_access_expression", .act = Act::kMember, .name = Field::kName, .object = Field::kScope},
    {.node = "class_constant_access_expression", .hook = class_constant},
    {.node = "qualified_name", .act = Act::kPath},
    {.node = "relative_name", .act = Act::kPath},
    {.node = "named_type", .act = Act::kTypeRegion},
    {.node = "name", .act = Act::kIdentifier},
    {.node = "variable_name", .act = Act::kIdentifier},
    {.node = "assignment_expression", .act = Act::kAssignment, .name = Field::kLeft, .value = Field::kRight},
    {.node = "augmented_assignment_expression", .act = Act::kAssignment, .name = Field::kLeft, .value = Field::kRight},
    {.node = "catch_clause", .act = Act::kDeclare, .name = Field::kName},
    {.node = "static_variable_declaration", .act = Act::kDeclare, .name = Field::kName},
    {.node = "argument", .act = Act::kNamed, .name = Field::kName},
    {.node = "attribute_list", .hook = attribute_list},
    {.node = "foreach_statement", .hook = foreach_statement},
    {.node = "comment", .act = Act::kComment},
};

constexpr ShapeRule kShapes[] = {
    {"string", Shape::kString},
    {"encapsed_string", Shape::kString},
    {"heredoc", Shape::kString},
    {"nowdoc", Shape::kString},
    {"integer", Shape::kNumber},
    {"float", Shape::kNumber},
    {"boolean", Shape::kNumber},
    {"null", Shape::kNumber},
    {"class_constant_access_expression", Shape::kName},
    {"binary_expression", Shape::kBinary},
    {"array_creation_expression", Shape::kArray},
    {"array_element_initializer", Shape::kNamed},
    {"argument", Shape::kCast},
    {"parenthesized_expression", Shape::kCast},
    {"cast_expression", Shape::kCast},
};

}  // namespace

const LanguageDefinition kPhpLanguage = {
    .language = Language::kPhp,
    .grammar = tree_sitter_php,
    .version = 4,
    .rules = kRules,
    .shapes = kShapes,
    .separator = "\\",
    .concat = ".",
    .self = "$this",
    .assignment_declares = true,
    .text_flow = true,
};

}  // namespace grove::syntax
