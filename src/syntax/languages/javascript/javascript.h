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
Descend js_jsx_name(Walk& walk, TSNode node, const Rule& rule);

}  // namespace grove::syntax
