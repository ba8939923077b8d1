#pragma once

#include <vector>

#include "graph/web/client_calls.h"
#include "graph/web/clients/client_kit.h"

namespace grove::graph::web {

/// Adds what the methods of Refit's interfaces stand for: `[Get("/users/{id}")] Task<User> One(long id)`.
void find_refit_interfaces(ClientKit& kit, std::vector<ClientCall>& found);

}  // namespace grove::graph::web
