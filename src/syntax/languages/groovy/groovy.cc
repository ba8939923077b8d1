#include "syntax/languages/languages.h"
#include "syntax/tree/literals.h"
#include "syntax/tree/nesting.h"

extern "C" const TSLanguage* tree_sitter_groovy();

namespace grove::syntax {
namespace {

constexpr std::uint32_t kMaxNesting = 4;  // pipeline, stages, stage, steps

Descend package(Walk& walk, TSNode node, const Rule&) {
  walk.facts().module = walk.intern_snippet(first_named(walk, node));
  return Descend::kNo;
}

/// `import a.b.C`, `import static a.b.C.f`, `import a.b.*`.
Descend import(Walk& walk, TSNode node, const Rule&) {
  const TSNode path = find_child(walk, node, "scoped_identifier", "identifier");
  if (ts_node_is_null(path)) return Descend::kNo;
  Import import{.begin = ts_node_start_byte(path)};
  import.is_static = walk.text(node).starts_with("import static");
  const TSNode scope = walk.child(path, Field::kScope);
  if (!ts_node_is_null(find_child(walk, node, "asterisk"))) {
    import.module = walk.intern_snippet(path);
    import.name = walk.intern("*");
  } else if (ts_node_is_null(scope)) {
    import.module = walk.intern_snippet(path);
  } else {
    import.module = walk.intern_snippet(scope);
    import.name = walk.intern_snippet(walk.child(path, Field::kName));
  }
  walk.add_import(import);
  return Descend::kNo;
}

/// Methods and functions; Spock names them by strings.
Descend callable(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode name = walk.child(node, Field::kName);
  if (ts_node_is_null(name)) return Descend::kYes;
  const std::string_view text = walk.text(name);
  const bool quoted = text.starts_with('"') || text.starts_with('\'');
  TSNode type = walk.child(node, Field::kType);
  if (walk.text(type) == "def") type = {};
  walk.open_symbol({.node = node,
                    .kind = rule.kind,
                    .name = name,
                    .name_text = quoted ? without_quotes(text) : text,
                    .type = type,
                    .body = walk.child(node, Field::kBody),
                    .flags = static_cast<std::uint16_t>(quoted ? kSymbolTest : 0)});
  return Descend::kYes;
}

/// Build scripts and pipelines: `stage('Build') { … }` at the top is a block of configuration named by its title, else by its word.
Descend call(Walk& walk, TSNode node, const Rule& rule) {
  walk.act(node, rule);
  const bool block = walk.is(walk.child(node, Field::kBody), "closure") && spans_lines(node);
  if (!block || walk.in_callable() || walk.top().in_type || nesting(walk) >= kMaxNesting) return Descend::kYes;
  TSNode name = walk.child(node, Field::kName);
  const TSNode title = first_named(walk, walk.child(node, Field::kArguments));
  const bool titled = walk.shape_of(title) == Shape::kString;
  if (titled) name = title;
  if (!ts_node_is_null(name))
    walk.open_symbol({.node = node,
                      .kind = Kind::kConfig,
                      .name = name,
                      .name_text = titled ? without_quotes(walk.text(title)) : walk.text(name),
                      .body = walk.child(node, Field::kBody)});
  return Descend::kYes;
}

/// `println "hi"`, `implementation 'a:b:1'`.
Descend command(Walk& walk, TSNode node, const Rule&) {
  walk.add_call({.leaf = walk.child(node, Field::kName)}, walk.child(node, Field::kArgs));
  return Descend::kYes;
}

/// The body of a configuration block is none of a function.
Descend closure(Walk& walk, TSNode node, const Rule& rule) {
  const Frame& frame = walk.top();
  const bool block = frame.act == Act::kSymbol && walk.facts().symbols[frame.symbol].kind == Kind::kConfig;
  return block ? Descend::kYes : walk.act(node, rule);
}

Descend type_name(Walk& walk, TSNode node, const Rule& rule) { return walk.text(node) == "def" ? Descend::kNo : walk.act(node, rule); }

constexpr Rule kRules[] = {
    {.node = "package_declaration", .hook = package},
    {.node = "import_declaration", .hook = import},
    {.node = "class_declaration", .act = Act::kSymbol, .kind = Kind::kClass, .name = Field::kName, .body = Field::kBody},
    {.node = "record_declaration", .act = Act::kSymbol, .kind = Kind::kClass, .name = Field::kName, .body = Field::kBody},
    {.node = "interface_declaration", .act = Act::kSymbol, .kind = Kind::kInterface, .name = Field::kName, .body = Field::kBody},
    {.node = "annotation_type_declaration", .act = Act::kSymbol, .kind = Kind::kInterface, .name = Field::kName, .body = Field::kBody},
    {.node = "enum_declaration", .act = Act::kSymbol, .kind = Kind::kEnum, .name = Field::kName, .body = Field::kBody},
    {.node = "enum_constant", .act = Act::kSymbol, .kind = Kind::kConstant, .name = Field::kName},
    {.node = "method_declaration", .hook = callable},
    {.node = "function_definition", .hook = callable},
    {.node = "constructor_declaration", .kind = Kind::kConstructor, .hook = callable},
    {.node = "field_declaration", .act = Act::kWrapper, .type = Field::kType},
    {.node = "constant_declaration", .act = Act::kWrapper, .type = Field::kType},
    {.node = "local_variable_declaration", .act = Act::kWrapper, .type = Field::kType},
    {.node = "variable_declarator", .act = Act::kVariable, .name = Field::kName, .value = Field::kValue},
    {.node = "enhanced_for_statement", .act = Act::kVariable, .name = Field::kName, .type = Field::kType},
    {.node = "closure", .act = Act::kScope, .hook = closure},
    {.node = "lambda_expression", .act = Act::kScope},
    {.node = "formal_parameter", .act = Act::kParameter, .name = Field::kName, .type = Field::kType},
    {.node = "superclass", .act = Act::kInherit},
    {.node = "super_interfaces", .act = Act::kInherit},
    {.node = "extends_interfaces", .act = Act::kInherit},
    {.node = "type_arguments", .act = Act::kTypeRegion},
    {.node = "method_invocation",
     .act = Act::kCall,
     .name = Field::kName,
     .object = Field::kObject,
     .arguments = Field::kArguments,
     .hook = call},
    {.node = "juxt_function_call", .hook = command},
    {.node = "object_creation_expression", .act = Act::kNew, .type = Field::kType, .arguments = Field::kArguments},
    {.node = "field_access", .act = Act::kMember, .name = Field::kField, .object = Field::kObject},
    {.node = "scoped_identifier", .act = Act::kMember, .name = Field::kName, .object = Field::kScope},
    {.node = "scoped_type_identifier", .act = Act::kPath},
    {.node = "generic_type", .act = Act::kGeneric},
    {.node = "identifier", .act = Act::kIdentifier},
    {.node = "type_identifier", .act = Act::kTypeName, .hook = type_name},
    {.node = "assignment_expression", .act = Act::kAssignment, .name = Field::kLeft, .value = Field::kRight},
    {.node = "element_value_pair", .act = Act::kNamed, .name = Field::kKey},
    {.node = "annotation", .act = Act::kAnnotation, .name = Field::kName, .arguments = Field::kArguments},
    {.node = "marker_annotation", .act = Act::kAnnotation, .name = Field::kName},
    {.node = "line_comment", .act = Act::kComment},
    {.node = "block_comment", .act = Act::kComment},
};

constexpr ShapeRule kShapes[] = {
    {"string_literal", Shape::kString},
    {"character_literal", Shape::kString},
    {"string_interpolation", Shape::kPart},
    {"decimal_integer_literal", Shape::kNumber},
    {"decimal_floating_point_literal", Shape::kNumber},
    {"true", Shape::kNumber},
    {"false", Shape::kNumber},
    {"null_literal", Shape::kNumber},
    {"class_literal", Shape::kName},
    {"binary_expression", Shape::kBinary},
    {"array_literal", Shape::kArray},
    {"map_literal", Shape::kObject},
    {"map_item", Shape::kNamed},
    {"element_value_pair", Shape::kNamed},
    {"parenthesized_expression", Shape::kCast},
};

}  // namespace

const LanguageDefinition kGroovyLanguage = {
    .language = Language::kGroovy, .grammar = tree_sitter_groovy, .rules = kRules, .shapes = kShapes, .inferred = "def var"};

}  // namespace grove::syntax
