#pragma once

#include "graph/web/routing/dialect.h"

namespace grove::graph::web {

/// FastAPI: `@app.get("/x")`, `APIRouter(prefix=…)`, `include_router(router, prefix=…)`.
extern const Dialect kFastApiDialect;

}  // namespace grove::graph::web
