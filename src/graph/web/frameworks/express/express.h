#pragma once

#include "graph/web/routing/dialect.h"

namespace grove::graph::web {

/// Express: `app.get("/x", f)`, `app.use("/x", router)`, `router.route("/x").get(f).post(g)`.
extern const Dialect kExpressDialect;

}  // namespace grove::graph::web
