#include "syntax/languages/c/declarators.h"
#include "syntax/languages/c/noise.h"
#include "syntax/languages/languages.h"
#include "syntax/tree/walk.h"

extern "C" const TSLanguage* tree_sitter_c();

namespace grove::syntax {
namespace {

constexpr Rule kRules[] = {
    {.node = "preproc_include", .hook = c_include},
    {.node = "preproc_def", .act = Act::kSymbol, .kind = Kind::kMacro, .name = Field::kName, .hook = c_macro},
    {.node = "preproc_function_def", .act = Act::kSymbol, .kind = Kind::kMacro, .name = Field::kName, .hook = c_macro},
    {.node = "preproc_params", .act = Act::kParameterList},
    {.node = "preproc_call", .act = Act::kSkip},
    {.node = "function_definition", .hook = c_function_definition},
    {.node = "expression_statement", .hook = c_macro_call},
    {.node = "compound_statement", .hook = c_orphan_body},
    {.node = "declaration", .hook = c_declaration},
    {.node = "field_declaration", .hook = c_declaration},
    {.node = "type_definition", .hook = c_type_definition},
    {.node = "struct_specifier",
     .act = Act::kSymbol,
     .kind = Kind::kStruct,
     .name = Field::kName,
     .body = Field::kBody,
     .hook = c_tagged_type},
    {.node = "union_specifier",
     .act = Act::kSymbol,
     .kind = Kind::kStruct,
     .name = Field::kName,
     .body = Field::kBody,
     .hook = c_tagged_type},
    {.node = "enum_specifier", .act = Act::kSymbol, .kind = Kind::kEnum, .name = Field::kName, .body = Field::kBody, .hook = c_tagged_type},
    {.node = "enumerator", .act = Act::kSymbol, .kind = Kind::kConstant, .name = Field::kName, .value = Field::kValue},
    {.node = "parameter_declaration", .act = Act::kParameter, .hook = c_parameter},
    {.node = "variadic_parameter", .hook = c_variadic_parameter},
    {.node = "init_declarator", .hook = c_declarator},
    {.node = "pointer_declarator", .hook = c_declarator},
    {.node = "array_declarator", .hook = c_declarator},
    {.node = "function_declarator", .hook = c_declarator},
    {.node = "parenthesized_declarator", .hook = c_declarator},
    {.node = "attributed_declarator", .hook = c_declarator},
    {.node = "field_designator", .hook = c_field_designator},
    {.node = "call_expression", .act = Act::kCall, .name = Field::kFunction, .arguments = Field::kArguments},
    {.node = "field_expression", .act = Act::kMember, .name = Field::kField, .object = Field::kArgument},
    {.node = "field_identifier", .act = Act::kFieldName, .hook = c_declarator},
    {.node = "identifier", .act = Act::kIdentifier, .hook = c_macro_parameter_or_identifier},
    {.node = "type_identifier", .act = Act::kTypeName, .hook = c_declarator},
    {.node = "assignment_expression", .act = Act::kAssignment, .name = Field::kLeft, .value = Field::kRight},
    {.node = "attribute_specifier", .act = Act::kSkip},
    {.node = "comment", .act = Act::kComment},
};

constexpr ShapeRule kShapes[] = {
    {"string_literal", Shape::kString},
    {"concatenated_string", Shape::kConcat},
    {"char_literal", Shape::kString},
    {"number_literal", Shape::kNumber},
    {"true", Shape::kNumber},
    {"false", Shape::kNumber},
    {"null", Shape::kNumber},
    {"initializer_list", Shape::kArray},
    {"initializer_pair", Shape::kNamed},
    {"cast_expression", Shape::kCast},
    {"parenthesized_expression", Shape::kCast},
    {"pointer_expression", Shape::kCast},
};

}  // namespace

const LanguageDefinition kCLanguage = {
    .language = Language::kC,
    .grammar = tree_sitter_c,
    .rules = kRules,
    .shapes = kShapes,
    .concat = "",
    .self = "",
    .local_bindings = false,
    .call_arguments = false,
    .capital_is_type = false,
    .without_noise = without_macro_noise,
};

}  // namespace grove::syntax
