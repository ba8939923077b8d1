#pragma once

#include <span>
#include <vector>

#include "graph/web/routing/dialect.h"
#include "graph/web/routing/source_files.h"

namespace grove::graph::web {

/// Endpoints that programs say by calls on routers, or by marks on functions, as some dialects do.
void find_routes(SourceFiles& files, std::span<const Dialect* const> dialects, std::vector<Endpoint>& found);

}  // namespace grove::graph::web
