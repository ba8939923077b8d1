#pragma once

#include <string_view>
#include <vector>

#include "engine/answers.h"
#include "serve/mcp/protocol/json.h"

namespace grove::serve::mcp {

/// The units of a file in the order they stand, without their code; `parent_symbol` tells what lies inside what.
std::vector<Json> flat_outline(const engine::Outline& outline);

/// Gives each of those units its code as `code`, from the text of the file. Of a unit with others inside it what stands before them.
void add_code(std::vector<Json>& units, std::string_view text);

}  // namespace grove::serve::mcp
