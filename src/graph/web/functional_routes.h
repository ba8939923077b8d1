#pragma once

#include <vector>

#include "graph/web/handlers.h"

namespace grove::graph::web {

/// What Spring's functional routes serve: `route().GET("/x", handler::all).path("/y", b -> …)`, `route(GET("/x"), handler::all)
/// .andNest(path("/y"), …)`, `router { GET("/x", handler::all) }`. Facts don't say where a function written in place ends; levels are told
/// by what a call is chained to and by the builder it is made on. Kotlin's nested routers have neither, and are left out.
void find_functional_routes(Workplace& at, std::vector<Endpoint>& found);

}  // namespace grove::graph::web
