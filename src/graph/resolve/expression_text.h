#pragma once

#include <cstddef>
#include <string_view>

namespace grove::graph {

/// Part of the name of a variable, in any language.
bool is_name_byte(char c);

/// Where the bracket that ends at `close` begins; npos where it doesn't.
std::size_t opening(std::string_view text, std::size_t close);

/// `a.b` in `a.b.c`, `c`: what stands before the last name, and the name.
struct Last {
  std::string_view before;
  std::string_view name;
};
Last split_last(std::string_view text);

}  // namespace grove::graph
