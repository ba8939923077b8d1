#pragma once

#include "graph/web/routing/dialect.h"

namespace grove::graph::web {

/// Axum: `Router::new().route("/x", get(f).post(g)).nest("/y", other).merge(another)`.
extern const Dialect kAxumDialect;

}  // namespace grove::graph::web
