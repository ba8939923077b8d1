#pragma once

#include <vector>

#include "engine/answers.h"
#include "serve/mcp/protocol/json.h"

namespace grove::serve::mcp {

/// The units of a file in the order they stand, without their code; `parent_symbol` tells what lies inside what.
std::vector<Json> flat_outline(const engine::Outline& outline);

}  // namespace grove::serve::mcp
