#pragma once

#include <vector>

#include "graph/web/handlers.h"

namespace grove::graph::web {

/// Operations of Spring Boot's actuator that the repository declares itself: `@Endpoint`, `@WebEndpoint` and what extends them, below
/// `management.endpoints.web.base-path`. (Those that are controllers belong to Spring MVC.) Whether they are exposed isn't looked at.
void find_actuator(Workplace& at, std::vector<Endpoint>& found);

}  // namespace grove::graph::web
