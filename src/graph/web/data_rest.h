#pragma once

#include <vector>

#include "graph/web/handlers.h"

namespace grove::graph::web {

/// What Spring Data REST serves for the repositories of a program that has it: collection and items of each, its query methods below
/// `/search`, and the associations of its entity with entities of other repositories.
void find_data_rest(Workplace& at, std::vector<Endpoint>& found);

}  // namespace grove::graph::web
