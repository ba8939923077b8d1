#pragma once

#include <optional>
#include <string_view>

namespace grove::source {

/// What kind of binary file begins with these bytes ("PNG image"); nothing where no known signature stands there.
std::optional<std::string_view> binary_format(std::string_view bytes);

}  // namespace grove::source
