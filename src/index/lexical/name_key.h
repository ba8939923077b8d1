#pragma once

#include <string>
#include <string_view>

namespace grove::index {

/// The key under which symbols of a name are found: the name case-folded, without spaces. Empty where it is no name to look for (longer
/// than kMaxKeyBytes).
std::string name_key(std::string_view name);

}  // namespace grove::index
