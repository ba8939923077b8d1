#pragma once

#include "syntax/tree/walk.h"

namespace grove::syntax {

/// What a C or C++ declarator declares: `*(*f[3])(int)` declares f.
struct Declarator {
  TSNode name{};        ///< The leaf, or a qualified name in C++; null in an abstract declarator.
  TSNode parameters{};  ///< Where the name itself is a function; else null.
};
Declarator declarator_of(const Walk& walk, TSNode node);

// Hooks that C, C++ and Objective-C share.
Descend c_include(Walk& walk, TSNode node, const Rule& rule);
Descend c_macro(Walk& walk, TSNode node, const Rule& rule);
Descend c_function_definition(Walk& walk, TSNode node, const Rule& rule);
Descend c_declaration(Walk& walk, TSNode node, const Rule& rule);
Descend c_declarator(Walk& walk, TSNode node, const Rule& rule);
Descend c_type_definition(Walk& walk, TSNode node, const Rule& rule);
Descend c_tagged_type(Walk& walk, TSNode node, const Rule& rule);
/// `SYSCALL_DEFINE2(open, …) { … }`: a call outside functions with a body after it is a function named by its first argument.
Descend c_macro_call(Walk& walk, TSNode node, const Rule& rule);
Descend c_orphan_body(Walk& walk, TSNode node, const Rule& rule);
Descend c_parameter(Walk& walk, TSNode node, const Rule& rule);
Descend c_variadic_parameter(Walk& walk, TSNode node, const Rule& rule);
Descend c_macro_parameter_or_identifier(Walk& walk, TSNode node, const Rule& rule);
/// `Foo<Bar>` uses Bar, also where Foo is a base.
Descend c_template_arguments(Walk& walk, TSNode node, const Rule& rule);
/// `std::vector<int>` as a declared name: the declarator's own business.
Descend c_qualified(Walk& walk, TSNode node, const Rule& rule);
Descend c_field_designator(Walk& walk, TSNode node, const Rule& rule);

}  // namespace grove::syntax
