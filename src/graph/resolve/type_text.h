#pragma once

#include <string_view>
#include <vector>

#include "graph/resolve/traits.h"

namespace grove::graph {

/// A declared type taken apart: `const std::vector<User>&` names `std::vector` with one argument. Views into the text given.
struct TypeText {
  std::string_view path;  ///< `shop.User`, `std::vector`; empty where it names nothing: a function type, a union of several.
  std::vector<std::string_view> arguments;  ///< Of generics; the element of an array.
  bool is_array = false;
};

/// Never fails; what is no type gives an empty path. Transparent wrappers (`Optional[User]`, `Box<User>`) are taken off.
TypeText parse_type(std::string_view text, Family family);

/// `shop.model.User` → `User`; `std::vector` → `vector`; `App\User` → `User`.
std::string_view last_part(std::string_view path);
/// What stands before it without the separator; empty where there is nothing.
std::string_view before_last_part(std::string_view path);
/// The first name of a path.
std::string_view first_part(std::string_view path);
/// Behind the first name and its separator.
std::string_view after_first_part(std::string_view path);

/// The commas of a list outside of all brackets: `A, Map<B, C>` gives two.
std::vector<std::string_view> split_arguments(std::string_view list);

}  // namespace grove::graph
