#pragma once

#include "graph/web/routing/dialect.h"

namespace grove::graph::web {

/// ASP.NET's minimal APIs: `app.MapGet("/x", f)`, `app.MapGroup("/x")`.
extern const Dialect kMinimalApisDialect;

}  // namespace grove::graph::web
