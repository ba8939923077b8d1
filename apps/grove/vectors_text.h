#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/answers.h"

namespace grove::cli {

/// "static-code (256 dimensions) 120 of 124": which models' vectors some units have, each with its share; "none".
std::string vectors_text(const std::vector<engine::VectorsOfModel>& vectors, std::uint64_t units);

}  // namespace grove::cli
