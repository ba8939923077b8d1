#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace grove::graph::web {

/// One path below another, with one slash between them: "/api/" and "users" make "/api/users". Nothing below "/api/" leaves it as it is.
std::string join_route(std::string_view above, std::string_view below);
/// With a slash in front, double ones made single, and variables bare: `{id:\d+}`, `{id : .*}`, `{*id}`, `{id?}` become `{id}`.
std::string clean_route(std::string_view route);
/// The type inside of envelopes such as `ResponseEntity<…>`, `Mono<…>`; empty for `void` and the like.
std::string body_type(std::string_view declared);

}  // namespace grove::graph::web
