#pragma once

#include <span>

#include "engine/navigation.h"
#include "engine/navigation/scope.h"
#include "engine/navigation/web_models.h"
#include "graph/web/web_model.h"

namespace grove::engine {

/// Adds the requests over HTTP that a symbol's functions send by a library: to `GET customers-service/owners/{id}`. Those of declared
/// clients are calls of their methods already.
void add_sent_requests(const Meaning& meaning, const graph::web::WebModel& model, Calls& calls);

/// Whether a request over HTTP may come to a symbol: it, or a function of it, answers one.
bool answers_requests(const Meaning& meaning, const graph::web::WebModel& model);

/// Adds who sends, in other services too, what the functions of some symbols answer. `scopes` are those that `programs` were made of, in
/// their order, and hold the meanings'.
void add_received_requests(std::span<const Meaning> meanings, std::span<const GraphScope> scopes, const WebPrograms& programs,
                           Calls& calls);

}  // namespace grove::engine
