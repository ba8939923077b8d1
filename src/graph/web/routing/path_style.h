#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace grove::graph::web {

/// How a framework writes the parameters of a path.
enum class PathStyle : std::uint8_t {
  kBraces,  ///< `{id}`, `{id:int}`, `{id?}`, `{**rest}`, `{rest...}`
  kColons,  ///< `:id`, `:id(\d+)`, `:id?`, `*rest`; braces as well
  kAngles,  ///< `<id>`, `<int:id>`
  kRegex,   ///< A regular expression: `^users/(?P<id>\d+)/$`
};

/// A path of a framework with its parameters as `{name}`; what of a pattern can't be said so stays as it is written.
std::string with_named_parameters(PathStyle style, std::string_view path);
/// A path as it is written, and without each of the optional parameters that it ends with: `/users/:id?` is `/users` as well.
std::vector<std::string> with_optional_ends(PathStyle style, std::string_view path);

}  // namespace grove::graph::web
