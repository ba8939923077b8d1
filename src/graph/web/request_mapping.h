#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graph/web/handlers.h"

namespace grove::graph::web {

/// What Spring's mapping annotations say: `@GetMapping("/users")`, `@HttpExchange(url = "/users")`.
struct RequestMapping {
  std::vector<std::string> verbs;
  std::vector<std::string> paths;  ///< One empty one where none is given; none where broken code doesn't say which.
};

/// Of a type or function; nothing where it carries none.
std::optional<RequestMapping> request_mapping(Workplace& at, SymbolId symbol);
/// Of the first of some symbols that carries one.
std::optional<RequestMapping> nearest_request_mapping(Workplace& at, const std::vector<SymbolId>& symbols);

/// What answers to every verb: all that Spring dispatches, but TRACE.
const std::vector<std::string>& every_verb();

}  // namespace grove::graph::web
