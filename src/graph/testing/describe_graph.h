#pragma once

#include <string>

#include "graph/graph.h"

namespace grove::graph {

/// All that a graph says, as text without ordinals: equal whatever way led there.
std::string describe_graph(const Graph& graph);

}  // namespace grove::graph
