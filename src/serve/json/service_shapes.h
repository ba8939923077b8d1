#pragma once

#include <string>

#include "engine/navigation.h"

namespace grove::serve {

/// `{"services": […], "edges": […], "mermaid": …}`
std::string map_json(const engine::ServiceMap& map);
/// `{"services": […]}`
std::string services_json(const engine::ServiceMap& map);

}  // namespace grove::serve
