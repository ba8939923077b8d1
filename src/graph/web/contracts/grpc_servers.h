#pragma once

#include <vector>

#include "base/cancel.h"
#include "graph/web/endpoints.h"

namespace grove::graph::web {

/// Adds what code answers of the services of `.proto` files, as it is seen on the wire, `POST /shop.v1.Carts/GetCart`: methods of classes
/// that inherit from generated ones (Java, Kotlin, Python, C#, Ruby, Rust), of types that embed or register them (Go), functions that are
/// given to a server (Node.js, Connect), and controllers of NestJS. Costs nothing where a repository has nothing to do with gRPC.
void find_grpc_endpoints(Workplace& at, const UsesInFile& uses, std::vector<Endpoint>& found);

}  // namespace grove::graph::web
