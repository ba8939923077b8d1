#include "syntax/languages/javascript/javascript.h"

#include "syntax/languages/languages.h"

extern "C" const TSLanguage* tree_sitter_javascript();

namespace grove::syntax {
namespace {

constexpr Rule kRules[] = {
    {.node = "import_statement", .hook = js_import},
    {.node = "export_statement", .act = Act::kWrapper, .hook = js_export},
    {.node = "function_declaration", .act = Act::kSymbol, .name = Field::kName, .body = Field::kBody},
    {.node = "generator_function_declaration", .act = Act::kSymbol, .name = Field::kName, .body = Field::kBody},
    {.node = "class_declaration", .act = Act::kSymbol, .kind = Kind::kClass, .name = Field::kName, .body = Field::kBody},
    {.node = "class", .act = Act::kSymbol, .kind = Kind::kClass, .name = Field::kName, .body = Field::kBody},
    {.node = "class_heritage", .act = Act::kInherit},
    {.node = "method_definition", .act = Act::kSymbol, .name = Field::kName, .hook = js_method},
    {.node = "field_definition", .act = Act::kSymbol, .kind = Kind::kField, .name = Field::kProperty, .hook = js_field},
    {.node = "lexical_declaration", .act = Act::kWrapper},
    {.node = "variable_declaration", .act = Act::kWrapper},
    {.node = "variable_declarator", .act = Act::kVariable, .name = Field::kName, .value = Field::kValue, .hook = js_variable},
    {.node = "pair", .hook = js_pair},
    {.node = "assignment_expression", .act = Act::kAssignment, .name = Field::kLeft, .value = Field::kRight, .hook = js_assignment},
    {.node = "augmented_assignment_expression", .act = Act::kAssignment, .name = Field::kLeft},
    {.node = "arrow_function", .act = Act::kScope, .hook = js_arrow_function},
    {.node = "function_expression", .act = Act::kScope, .hook = js_function},
    {.node = "generator_function", .act = Act::kScope, .hook = js_function},
    {.node = "class_static_block", .act = Act::kScope},
    {.node = "formal_parameters", .act = Act::kParameterList},
    {.node = "assignment_pattern", .hook = js_parameter_pattern},
    {.node = "object_pattern", .hook = js_parameter_pattern},
    {.node = "array_pattern", .hook = js_parameter_pattern},
    {.node = "rest_pattern", .hook = js_parameter_pattern},
    {.node = "for_in_statement", .act = Act::kDeclare, .name = Field::kLeft},
    {.node = "catch_clause", .act = Act::kDeclare, .name = Field::kParameter},
    {.node = "call_expression", .act = Act::kCall, .name = Field::kFunction, .arguments = Field::kArguments, .hook = js_call},
    {.node = "new_expression", .act = Act::kNew, .type = Field::kConstructor, .arguments = Field::kArguments},
    {.node = "member_expression", .act = Act::kMember, .name = Field::kProperty, .object = Field::kObject},
    {.node = "jsx_opening_element", .hook = js_jsx_name},
    {.node = "jsx_self_closing_element", .hook = js_jsx_name},
    {.node = "jsx_closing_element", .act = Act::kSkip},
    {.node = "identifier", .act = Act::kIdentifier, .hook = js_identifier},
    {.node = "shorthand_property_identifier", .act = Act::kIdentifier},
    {.node = "shorthand_property_identifier_pattern", .act = Act::kIdentifier},
    {.node = "decorator", .act = Act::kAnnotation, .hook = js_decorator},
    {.node = "comment", .act = Act::kComment},
    {.node = "html_comment", .act = Act::kComment},
};

constexpr ShapeRule kShapes[] = {
    {"string", Shape::kString},
    {"template_string", Shape::kString},
    {"template_substitution", Shape::kPart},
    {"number", Shape::kNumber},
    {"true", Shape::kNumber},
    {"false", Shape::kNumber},
    {"null", Shape::kNumber},
    {"undefined", Shape::kNumber},
    {"regex", Shape::kName},
    {"this", Shape::kName},
    {"binary_expression", Shape::kBinary},
    {"array", Shape::kArray},
    {"object", Shape::kObject},
    {"pair", Shape::kNamed},
    {"parenthesized_expression", Shape::kCast},
    {"await_expression", Shape::kCast},
};

}  // namespace

const LanguageDefinition kJavaScriptLanguage = {
    .language = Language::kJavaScript,
    .grammar = tree_sitter_javascript,
    .rules = kRules,
    .shapes = kShapes,
};

const LanguageDefinition kJsxLanguage = {
    .language = Language::kJsx,
    .grammar = tree_sitter_javascript,
    .rules = kRules,
    .shapes = kShapes,
};

}  // namespace grove::syntax
