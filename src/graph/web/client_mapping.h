#pragma once

#include <optional>
#include <vector>

#include "graph/web/request_mapping.h"

namespace grove::graph::web {

/// What a method of a declared client asks: by Spring's mapping annotations, Feign's `@RequestLine`, Retrofit's or JAX-RS's verbs. Of some
/// symbols the first that says it.
std::optional<RequestMapping> client_mapping(Workplace& at, const std::vector<SymbolId>& methods);

}  // namespace grove::graph::web
