#pragma once

#include "graph/web/routing/dialect.h"

namespace grove::graph::web {

/// Routers of Koa: `new Router({ prefix })`, `router.get("/x", f)`, `router.use("/x", other.routes())`.
extern const Dialect kKoaDialect;

}  // namespace grove::graph::web
