#pragma once

#include "syntax/languages/c/declarators.h"

namespace grove::syntax {

// Rows of the tables that C, C++ and Objective-C share.

inline constexpr Rule kCFamilyRules[] = {
    {.node = "preproc_include", .hook = c_include},
    {.node = "preproc_def", .act = Act::kSymbol, .kind = Kind::kMacro, .name = Field::kName, .hook = c_macro},
    {.node = "preproc_function_def", .act = Act::kSymbol, .kind = Kind::kMacro, .name = Field::kName, .hook = c_macro},
    {.node = "preproc_params", .act = Act::kParameterList},
    {.node = "declaration", .hook = c_declaration},
    {.node = "field_declaration", .hook = c_declaration},
    {.node = "type_definition", .hook = c_type_definition},
    {.node = "struct_specifier",
     .act = Act::kSymbol,
     .kind = Kind::kStruct,
     .name = Field::kName,
     .body = Field::kBody,
     .hook = c_tagged_type},
    {.node = "enum_specifier", .act = Act::kSymbol, .kind = Kind::kEnum, .name = Field::kName, .body = Field::kBody, .hook = c_tagged_type},
    {.node = "enumerator", .act = Act::kSymbol, .kind = Kind::kConstant, .name = Field::kName, .value = Field::kValue},
    {.node = "parameter_declaration", .act = Act::kParameter, .hook = c_parameter},
    {.node = "call_expression", .act = Act::kCall, .name = Field::kFunction, .arguments = Field::kArguments},
    {.node = "field_expression", .act = Act::kMember, .name = Field::kField, .object = Field::kArgument},
    {.node = "identifier", .act = Act::kIdentifier, .hook = c_macro_parameter_or_identifier},
    {.node = "type_identifier", .act = Act::kTypeName, .hook = c_declarator},
    {.node = "assignment_expression", .act = Act::kAssignment, .name = Field::kLeft, .value = Field::kRight},
    {.node = "comment", .act = Act::kComment},
};

inline constexpr ShapeRule kCFamilyShapes[] = {
    {"string_literal", Shape::kString}, {"char_literal", Shape::kString}, {"number_literal", Shape::kNumber},
    {"true", Shape::kNumber},           {"false", Shape::kNumber},
};

}  // namespace grove::syntax
