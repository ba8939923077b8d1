#pragma once

#include "graph/web/routing/dialect.h"

namespace grove::graph::web {

/// Gin: `r.GET("/x", f)`, `r.Group("/x")`.
extern const Dialect kGinDialect;

}  // namespace grove::graph::web
