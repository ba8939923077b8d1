#pragma once

#include <string>

#include "engine/navigation.h"

namespace grove::serve {

/// `{"links": […], "unmatched": […], "uncalled": […]}`
std::string links_json(const engine::ApiLinkList& list);

}  // namespace grove::serve
