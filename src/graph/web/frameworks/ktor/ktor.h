#pragma once

#include <vector>

#include "graph/web/routing/source_files.h"

namespace grove::graph::web {

/// What Ktor serves: `routing { route("/x") { get("/y") { … } } }`, also where functions on `Route` are called from inside of such blocks.
void find_ktor_routes(SourceFiles& files, std::vector<Endpoint>& found);

}  // namespace grove::graph::web
