#pragma once

#include "syntax/tree/walk.h"

namespace grove::syntax {

// Hooks that JavaScript and TypeScript share.
Descend js_import(Walk& walk, TSNode node, const Rule& rule);
Descend js_export(Walk& walk, TSNode node, const Rule& rule);
Descend js_call(Walk& walk, TSNode node, const Rule& rule);
Descend js_variable(Walk& walk, TSNode node, const Rule& rule);
Descend js_field(Walk& walk, TSNode node, const Rule& rule);
Descend js_method(Walk& walk, TSNode node, const Rule& rule);
Descend js_pair(Walk& walk, TSNode node, const Rule& rule);
Descend js_assignment(Walk& walk, TSNode node, const Rule& rule);
Descend js_identifier(Walk& walk, TSNode node, const Rule& rule);
Descend js_parameter_pattern(Walk& walk, TSNode node, const Rule& rule);
Descend js_arrow_function(Walk& walk, TSNode node, const Rule& rule);
Descend js_function(Walk& walk, TSNode node, const Rule& rule);
Descend js_decorator(Walk& walk, TSNode node, const Rule& rule);
Descend js_return(Walk& walk, TSNode node, const Rule& rule);
Descend js_jsx_name(Walk& walk, TSNode node, const Rule& rule);

// Rows of the tables that they share.

inline constexpr Rule kJsFamilyRules[] = {
    {.node = "import_statement", .hook = js_import},
    {.node = "export_statement", .act = Act::kWrapper, .hook = js_export},
    {.node = "class_declaration", .act = Act::kSymbol, .kind = Kind::kClass, .name = Field::kName, .body = Field::kBody},
    {.node = "class", .act = Act::kSymbol, .kind = Kind::kClass, .name = Field::kName, .body = Field::kBody},
    {.node = "method_definition", .act = Act::kSymbol, .name = Field::kName, .hook = js_method},
    {.node = "lexical_declaration", .act = Act::kWrapper},
    {.node = "variable_declaration", .act = Act::kWrapper},
    {.node = "pair", .hook = js_pair},
    {.node = "assignment_expression", .act = Act::kAssignment, .name = Field::kLeft, .value = Field::kRight, .hook = js_assignment},
    {.node = "augmented_assignment_expression", .act = Act::kAssignment, .name = Field::kLeft, .value = Field::kRight},
    {.node = "arrow_function", .act = Act::kLambda, .hook = js_arrow_function},
    {.node = "function_expression", .act = Act::kLambda, .hook = js_function},
    {.node = "generator_function", .act = Act::kLambda, .hook = js_function},
    {.node = "return_statement", .hook = js_return},
    {.node = "expression_statement", .act = Act::kStatement},
    {.node = "class_static_block", .act = Act::kScope},
    {.node = "for_in_statement", .act = Act::kDeclare, .name = Field::kLeft},
    {.node = "catch_clause", .act = Act::kDeclare, .name = Field::kParameter},
    {.node = "call_expression", .act = Act::kCall, .name = Field::kFunction, .arguments = Field::kArguments, .hook = js_call},
    {.node = "new_expression", .act = Act::kNew, .type = Field::kConstructor, .arguments = Field::kArguments},
    {.node = "member_expression", .act = Act::kMember, .name = Field::kProperty, .object = Field::kObject},
    {.node = "identifier", .act = Act::kIdentifier, .hook = js_identifier},
    {.node = "shorthand_property_identifier", .act = Act::kIdentifier},
    {.node = "shorthand_property_identifier_pattern", .act = Act::kIdentifier},
    {.node = "decorator", .act = Act::kAnnotation, .hook = js_decorator},
    {.node = "comment", .act = Act::kComment},
};

inline constexpr ShapeRule kJsFamilyShapes[] = {
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
    {"await_expression", Shape::kCast},
};

}  // namespace grove::syntax
