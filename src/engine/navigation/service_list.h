#pragma once

#include <span>
#include <string_view>

#include "engine/navigation.h"
#include "graph/web/join_services.h"

namespace grove::engine {

/// The services of a map with every word of the query in their names, folder or system, the edges between those and from or to them, and
/// a drawing of that.
ServiceMap select_services(const graph::web::ServiceMap& map, std::span<const graph::web::RepositoryServices> repositories,
                           std::string_view query);

}  // namespace grove::engine
