#pragma once

#include <string_view>

namespace grove {

/// Of this program, as `grove --version` says it: "0.1.0".
std::string_view version();

}  // namespace grove
