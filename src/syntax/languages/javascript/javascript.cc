#include "syntax/languages/javascript/javascript.h"

#include "syntax/languages/languages.h"

extern "C" const TSLanguage* tree_sitter_javascript();

namespace grove::syntax {
namespace {

constexpr Rule kRules[] = {
    {.node = "function_declaration", .act = Act::kSymbol, .name = Field::kName, .body = Field::kBody},
    {.node = "generator_function_declaration", .act = Act::kSymbol, .name = Field::kName, .body = Field::kBody},
    {.node = "class_heritage", .act = Act::kInherit},
    {.node = "field_definition", .act = Act::kSymbol, .kind = Kind::kField, .name = Field::kProperty, .hook = js_field},
    {.node = "variable_declarator", .act = Act::kVariable, .name = Field::kName, .value = Field::kValue, .hook = js_variable},
    {.node = "formal_parameters", .act = Act::kParameterList},
    {.node = "assignment_pattern", .hook = js_parameter_pattern},
    {.node = "object_pattern", .hook = js_parameter_pattern},
    {.node = "array_pattern", .hook = js_parameter_pattern},
    {.node = "rest_pattern", .hook = js_parameter_pattern},
    {.node = "jsx_opening_element", .hook = js_jsx_name},
    {.node = "jsx_self_closing_element", .hook = js_jsx_name},
    {.node = "jsx_closing_element", .act = Act::kSkip},
    {.node = "html_comment", .act = Act::kComment},
};

constexpr ShapeRule kShapes[] = {
    {"parenthesized_expression", Shape::kCast},
};

}  // namespace

const LanguageDefinition kJavaScriptLanguage = {
    .language = Language::kJavaScript,
    .grammar = tree_sitter_javascript,
    .version = 6,
    .family_rules = kJsFamilyRules,
    .rules = kRules,
    .family_shapes = kJsFamilyShapes,
    .shapes = kShapes,
    .functions_as_values = true,
    .text_flow = true,
};

const LanguageDefinition kJsxLanguage = {
    .language = Language::kJsx,
    .grammar = tree_sitter_javascript,
    .version = 6,
    .family_rules = kJsFamilyRules,
    .rules = kRules,
    .family_shapes = kJsFamilyShapes,
    .shapes = kShapes,
    .functions_as_values = true,
    .text_flow = true,
};

}  // namespace grove::syntax
