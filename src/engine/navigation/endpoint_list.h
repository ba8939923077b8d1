#pragma once

#include "engine/navigation.h"
#include "engine/navigation/scope.h"
#include "graph/web/endpoints.h"

namespace grove::engine {

EndpointHit endpoint_hit(const GraphScope& scope, const graph::web::Endpoint& endpoint);

/// Adds those of a repository that a request asks for, all of them.
void select_endpoints(const GraphScope& scope, const graph::web::Endpoints& all, const EndpointRequest& request, EndpointList& list);

}  // namespace grove::engine
