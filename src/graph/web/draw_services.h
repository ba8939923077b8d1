#pragma once

#include <string>
#include <vector>

#include "graph/web/join_services.h"

namespace grove::graph::web {

/// A flow chart in Mermaid's language of the services that are marked and of the edges between them; names are quoted, so that none of them
/// means anything there.
std::string mermaid_of(const ServiceMap& map, const std::vector<bool>& drawn);
/// The same in Graphviz' language.
std::string graphviz_of(const ServiceMap& map, const std::vector<bool>& drawn);

}  // namespace grove::graph::web
