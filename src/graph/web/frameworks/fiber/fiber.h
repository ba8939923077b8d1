#pragma once

#include "graph/web/routing/dialect.h"

namespace grove::graph::web {

/// Fiber: `app.Get("/x", f)`, `app.Group("/x")`, `app.Route("/x", func(r fiber.Router) { … })`, `app.Mount("/x", other)`.
extern const Dialect kFiberDialect;

}  // namespace grove::graph::web
