#pragma once

#include <span>
#include <string>
#include <string_view>

#include "serve/rest/route.h"

namespace grove::serve {

/// The OpenAPI 3.1 description of these routes.
std::string openapi_document(std::span<const Route> routes);

/// The schemas of answers by name, as one JSON object.
std::string_view answer_schemas();

}  // namespace grove::serve
