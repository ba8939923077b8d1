#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/answering/ranking.h"
#include "engine/navigation.h"

namespace grove::engine {

/// The edges of a service map into, or out of, the services whose names have every word of `named` in them; where no name has them all, the
/// word "service" is left out. Those to services whose code is known first, and requests before what gateways pass on.
enum class ServiceEnd { kCalled, kCalling };
std::vector<ServiceEdge> edges_at(const ServiceMap& map, std::string_view named, ServiceEnd end);

/// The types that such edges are written in, as candidates, first the best; an edge written in no type is left out.
std::vector<CallingType> calling_types(const std::vector<ServiceEdge>& edges, const std::vector<search::Scope>& scopes);

}  // namespace grove::engine
