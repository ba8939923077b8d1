#pragma once

#include "graph/web/routing/dialect.h"

namespace grove::graph::web {

/// gorilla/mux: `r.HandleFunc("/x", f).Methods("GET")`, `r.PathPrefix("/x").Subrouter()`.
extern const Dialect kGorillaMuxDialect;

}  // namespace grove::graph::web
