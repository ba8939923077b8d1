#pragma once

#include <vector>

#include "graph/web/handlers.h"

namespace grove::graph::web {

/// What Jakarta REST (JAX-RS) resource classes serve: `@Path` on the class or above it, sub-resources followed by what their locators give
/// back, below `@ApplicationPath` or what configuration says (Jersey, Dropwizard, Quarkus).
void find_jax_rs(Workplace& at, std::vector<Endpoint>& found);

}  // namespace grove::graph::web
