#pragma once

#include "graph/web/routing/dialect.h"

namespace grove::graph::web {

/// Go's own net/http: `mux.HandleFunc("GET /x/{id}", f)`, `http.Handle("/x", h)`.
extern const Dialect kNetHttpDialect;

}  // namespace grove::graph::web
