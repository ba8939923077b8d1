#pragma once

#include <vector>

#include "graph/web/connections.h"

namespace grove::graph::web {

/// Whom a gateway passes requests on to: routes of Spring Cloud Gateway in configuration and code, of Zuul, and of web servers.
std::vector<ServiceLink> find_gateway_routes(Workplace& at, const FoundService& gateway);

/// What lets a gateway pass requests on to whatever is registered, without a route; an empty path where nothing does.
Evidence passes_to_all(const Workplace& at, const FoundService& gateway);

}  // namespace grove::graph::web
