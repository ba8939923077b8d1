#pragma once

#include <memory>
#include <span>
#include <string>

#include "base/result.h"
#include "engine/navigation.h"
#include "engine/navigation/scope.h"
#include "graph/web/endpoints.h"
#include "graph/web/web_model.h"

namespace grove::engine {

EndpointHit endpoint_hit(const GraphScope& scope, const graph::web::Endpoint& endpoint);

/// Adds those of a repository that a request asks for, all of them.
void select_endpoints(const GraphScope& scope, const graph::web::Endpoints& all, const EndpointRequest& request, EndpointList& list);

/// kInvalidArgument, naming those there are, for what is neither a method of HTTP nor one that an endpoint of the programs answers to.
Status check_method(const std::string& method, std::span<const std::shared_ptr<const graph::web::WebModel>> programs);

}  // namespace grove::engine
