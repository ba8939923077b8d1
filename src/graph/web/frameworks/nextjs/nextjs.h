#pragma once

#include <vector>

#include "graph/web/routing/source_files.h"

namespace grove::graph::web {

/// What Next.js serves by where files stand: `pages/api/users/[id].ts`, `app/users/[id]/route.ts` with exported verbs.
void find_nextjs_routes(SourceFiles& files, std::vector<Endpoint>& found);

}  // namespace grove::graph::web
