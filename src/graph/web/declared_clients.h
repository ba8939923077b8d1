#pragma once

#include <vector>

#include "graph/web/client_calls.h"

namespace grove::graph::web {

/// The requests that methods of interfaces stand for which a library implements: Feign, `@HttpExchange`, Retrofit.
void find_declared_clients(Workplace& at, std::vector<ClientCall>& found);

}  // namespace grove::graph::web
