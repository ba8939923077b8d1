#pragma once

#include <cstdint>
#include <string>
#include <string_view>

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

}  // namespace grove::graph::web
