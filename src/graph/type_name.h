#pragma once

#include <string_view>

namespace grove::graph {

/// The name that a type as written ends in, without arguments, pointers and other marks: `Base` of `shop.Base<T>`, `Cart` of `*Cart`.
std::string_view last_name_of(std::string_view type);

}  // namespace grove::graph
