#pragma once

#include <string>

namespace grove::serve::mcp {

/// 32 hexadecimal digits that nobody can guess.
std::string random_id();

}  // namespace grove::serve::mcp
