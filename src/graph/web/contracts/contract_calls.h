#pragma once

#include <vector>

#include "base/cancel.h"
#include "graph/web/client_calls.h"

namespace grove::graph::web {

/// Adds the requests that code sends by what a contract declares: stubs of gRPC, GraphQL operations,
/// clients that are generated from OpenAPI documents. In order of path and line. kCancelled
/// on a cancel.
Status find_contract_calls(Workplace& at, const Uses& uses, FactsSource& source, const CancelToken& cancel, std::vector<ClientCall>& found);

/// What the contracts of a repository declare, `.proto` files, GraphQL schemas and OpenAPI documents, as endpoints that nothing is known to
/// answer.
std::vector<Endpoint> find_declared(Workplace& at);

}  // namespace grove::graph::web
