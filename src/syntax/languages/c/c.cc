#include "syntax/languages/c/declarators.h"
#include "syntax/languages/c/family.h"
#include "syntax/languages/c/noise.h"
#include "syntax/languages/languages.h"
#include "syntax/tree/walk.h"

extern "C" const TSLanguage* tree_sitter_c();

namespace grove::syntax {
namespace {

constexpr Rule kRules[] = {
    {.node = "preproc_call", .act = Act::kSkip},
    {.node = "function_definition", .hook = c_function_definition},
    {.node = "expression_statement", .hook = c_macro_call},
    {.node = "compound_statement", .hook = c_orphan_body},
    {.node = "union_specifier",
     .act = Act::kSymbol,
     .kind = Kind::kStruct,
     .name = Field::kName,
     .body = Field::kBody,
     .hook = c_tagged_type},
    {.node = "variadic_parameter", .hook = c_variadic_parameter},
    {.node = "init_declarator", .hook = c_declarator},
    {.node = "pointer_declarator", .hook = c_declarator},
    {.node = "array_declarator", .hook = c_declarator},
    {.node = "function_declarator", .hook = c_declarator},
    {.node = "parenthesized_declarator", .hook = c_declarator},
    {.node = "attributed_declarator", .hook = c_declarator},
    {.node = "field_designator", .hook = c_field_designator},
    {.node = "field_identifier", .act = Act::kFieldName, .hook = c_declarator},
    {.node = "attribute_specifier", .act = Act::kSkip},
};

constexpr ShapeRule kShapes[] = {
    {"concatenated_string", Shape::kConcat}, {"null", Shape::kNumber},          {"initializer_list", Shape::kArray},
    {"initializer_pair", Shape::kNamed},     {"cast_expression", Shape::kCast}, {"parenthesized_expression", Shape::kCast},
    {"pointer_expression", Shape::kCast},
};

}  // namespace

const LanguageDefinition kCLanguage = {
    .language = Language::kC,
    .grammar = tree_sitter_c,
    .family_rules = kCFamilyRules,
    .rules = kRules,
    .family_shapes = kCFamilyShapes,
    .shapes = kShapes,
    .concat = "",
    .self = "",
    .local_bindings = false,
    .call_arguments = false,
    .capital_is_type = false,
    .without_noise = without_macro_noise,
    .noise_from = 20,  // most files of a kernel have some `__init` that does no harm
};

}  // namespace grove::syntax
