#pragma once

#include "graph/web/routing/dialect.h"

namespace grove::graph::web {

/// Chi: `r.Get("/x", f)`, `r.Route("/x", func(r chi.Router) { … })`, `r.Group(…)`, `r.Mount("/x", other)`.
extern const Dialect kChiDialect;

}  // namespace grove::graph::web
