#pragma once

#include <vector>

#include "graph/web/routing/source_files.h"

namespace grove::graph::web {

/// What Laravel serves: `Route::get('/x', [C::class, 'm'])`, `Route::prefix('x')->group(…)`, resources; Lumen's `$router->get(…)`.
void find_laravel_routes(SourceFiles& files, std::vector<Endpoint>& found);

}  // namespace grove::graph::web
