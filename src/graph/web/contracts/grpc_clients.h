#pragma once

#include <vector>

#include "base/cancel.h"
#include "graph/web/client_calls.h"

namespace grove::graph::web {

/// Adds the calls of stubs that gRPC makes from `.proto` files, in whatever language: `POST /shop.v1.Carts/GetCart`, as they go over the
/// wire. Costs nothing where a repository has nothing to do with gRPC. kCancelled on a cancel.
Status find_grpc_calls(Workplace& at, const CancelToken& cancel, std::vector<ClientCall>& found);

}  // namespace grove::graph::web
