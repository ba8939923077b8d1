#pragma once

#include <vector>

#include "graph/web/handlers.h"

namespace grove::graph::web {

/// What Spring's functional routes serve: `route().GET("/x", handler::all).path("/y", b -> …)`, `route(GET("/x"), handler::all)
/// .andNest(path("/y"), …)`, `router { GET("/x", handler::all) }`. What stands within a call that nests, or in a function that is called or
/// handed over there, is below its path.
void find_functional_routes(Workplace& at, std::vector<Endpoint>& found);

}  // namespace grove::graph::web
