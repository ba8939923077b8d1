#pragma once

#include <vector>

#include "graph/web/routing/source_files.h"

namespace grove::graph::web {

/// What ASP.NET's controllers serve by attributes: `[Route("api/[controller]")]`, `[HttpGet("{id}")]`; without them, where the program maps
/// controllers by convention, `/Controller/Action`.
void find_controller_routes(SourceFiles& files, std::vector<Endpoint>& found);

}  // namespace grove::graph::web
