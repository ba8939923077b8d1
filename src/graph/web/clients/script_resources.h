#pragma once

#include <vector>

#include "graph/web/clients/client_kit.h"

namespace grove::graph::web {

/// The requests that AngularJS's `$resource(url, parameters, actions)` declares: one for each action, at its line.
void read_resource(ClientKit& kit, FileId file, CallNumber call, std::vector<CodeRequest>& found);

}  // namespace grove::graph::web
