#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/facts.h"

namespace grove::syntax {

/// What must hold of the facts of any text; each entry of the result says one thing that doesn't. `unit_bytes` as in ParseLimits.
std::vector<std::string> broken_properties(const Facts& facts, std::string_view text, std::uint32_t unit_bytes);

}  // namespace grove::syntax
