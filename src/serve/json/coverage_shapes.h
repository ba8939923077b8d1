#pragma once

#include <cstddef>
#include <string>

#include "engine/engine.h"

namespace grove::serve {

/// What of a repository was not indexed, counted by reason, the most frequent first, with a stretch of the files themselves.
std::string coverage_page_json(const engine::Coverage& coverage, std::size_t limit, std::size_t skip);

}  // namespace grove::serve
