#pragma once

#include <vector>

#include "graph/web/routing/source_files.h"

namespace grove::graph::web {

/// What NestJS serves: `@Controller` and `@Get` with their paths and versions, below the prefix and by the versioning that the program's
/// start sets.
void find_nestjs_routes(SourceFiles& files, std::vector<Endpoint>& found);

}  // namespace grove::graph::web
