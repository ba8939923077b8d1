#pragma once

#include "graph/web/routing/dialect.h"

namespace grove::graph::web {

/// Echo: `e.GET("/x", f)`, `e.Group("/x")`.
extern const Dialect kEchoDialect;

}  // namespace grove::graph::web
