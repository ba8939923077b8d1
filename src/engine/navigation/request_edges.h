#pragma once

#include <span>

#include "engine/navigation.h"
#include "engine/navigation/calls.h"
#include "engine/navigation/scope.h"
#include "engine/navigation/web_models.h"
#include "graph/web/web_model.h"

namespace grove::engine {

/// Adds the requests over HTTP that a symbol's functions send by a library: to `GET customers-service/owners/{id}`. Those of declared
/// clients are calls of their methods already.
void add_sent_requests(const Meaning& meaning, const graph::web::WebModel& model, Calls& calls);

/// Requests of any of the scopes as calls of what answers them. `scopes` are those that `programs` were made of, in their order; both must
/// outlive the result.
ReceivedRequests received_requests(std::span<const GraphScope> scopes, const WebPrograms& programs);

}  // namespace grove::engine
