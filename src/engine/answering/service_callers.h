#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/answering/ranking.h"
#include "engine/navigation.h"

namespace grove::engine {

/// The edges of a service map into the services whose names have every word of `called` in them; where no name has them all, the word
/// "service" is left out. Requests first, what gateways pass on behind them.
std::vector<ServiceEdge> edges_into(const ServiceMap& map, std::string_view called);

/// The types that such edges are written in, as candidates, first the best; an edge written in no type is left out.
std::vector<CallingType> calling_types(const std::vector<ServiceEdge>& edges, const std::vector<search::Scope>& scopes);

}  // namespace grove::engine
