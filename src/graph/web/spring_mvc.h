#pragma once

#include <vector>

#include "graph/web/handlers.h"

namespace grove::graph::web {

/// What classes marked `@Controller` and `@RestController` serve, by themselves or by what they inherit. Mappings on interfaces and base
/// classes count for each class below them. Clients (Feign, `@HttpExchange` interfaces) serve nothing.
void find_spring_mvc(Workplace& at, std::vector<Endpoint>& found);

}  // namespace grove::graph::web
