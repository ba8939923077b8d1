#pragma once

#include "graph/web/routing/dialect.h"

namespace grove::graph::web {

/// Fastify: `app.get("/x", f)`, `app.route({ method, url, handler })`, `app.register(routes, { prefix })`.
extern const Dialect kFastifyDialect;

}  // namespace grove::graph::web
