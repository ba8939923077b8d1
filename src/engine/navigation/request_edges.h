#pragma once

#include <span>
#include <string>

#include "engine/navigation.h"
#include "engine/navigation/calls.h"
#include "engine/navigation/scope.h"
#include "engine/navigation/web_models.h"
#include "graph/web/web_model.h"

namespace grove::engine {

/// Adds the requests over HTTP that a symbol's functions send by a library: to `GET customers-service/owners/{id}`. Those of declared
/// clients are calls of their methods already.
void add_sent_requests(const Meaning& meaning, const graph::web::WebModel& model, Calls& calls);

/// What is answered by the handler without a name that sends a request; nothing where a function with a name does, or what stands outside
/// of all.
std::span<const std::string> requests_answered_by(const graph::web::WebModel& model, const graph::web::ClientCall& sent);

/// Requests of any of the scopes as calls of what answers them, and handlers without a name as what calls. `scopes` are those that
/// `programs` were made of, in their order; both must outlive the result.
AnsweredRequests answered_requests(std::span<const GraphScope> scopes, const WebPrograms& programs);

}  // namespace grove::engine
