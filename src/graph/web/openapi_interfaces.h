#pragma once

#include <vector>

#include "graph/web/handlers.h"

namespace grove::graph::web {

/// What classes serve whose interface is generated from an OpenAPI document when the program is built, and so is no file of the
/// repository: methods named after an operation of a document, of a class with a supertype that isn't there. `found` holds what is known
/// already; handlers in it are left alone.
void find_openapi_handlers(Workplace& at, std::vector<Endpoint>& found);

}  // namespace grove::graph::web
