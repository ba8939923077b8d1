#pragma once

#include <vector>

#include "graph/web/client_bases.h"

namespace grove::graph::web {

/// The requests that methods of interfaces stand for which a library implements: Feign, `@HttpExchange`, Retrofit, MicroProfile's REST
/// client.
void find_declared_clients(ClientTools& tools, ClientBases& bases, std::vector<ClientCall>& found);

}  // namespace grove::graph::web
