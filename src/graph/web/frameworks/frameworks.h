#pragma once

#include <vector>

#include "graph/web/flow.h"
#include "graph/web/handlers.h"

namespace grove::graph::web {

/// What programs in other languages than the JVM's serve: one folder here for each framework.
void find_other_frameworks(Workplace& at, const UsesInFile& uses, std::vector<Endpoint>& found);

}  // namespace grove::graph::web
