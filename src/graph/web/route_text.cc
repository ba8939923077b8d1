#include "graph/web/route_text.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "graph/resolve/type_text.h"

namespace grove::graph::web {
namespace {

constexpr std::array<std::string_view, 19> kEnvelopes = {
    "Promise",        "Observable",       "Task", "ValueTask",         "ActionResult",

    "ResponseEntity", "HttpEntity",       "Mono", "CompletableFuture", "CompletionStage", "Callable",     "DeferredResult",
    "WebAsyncTask",   "ListenableFuture", "Uni",  "Deferred",          "RestResponse",    "HttpResponse", "Single"};
constexpr std::array<std::string_view, 12> kNothing = {"void", "Void",          "Unit",         "Nothing", "?",    "None",
                                                       "Task", "IActionResult", "ActionResult", "IResult", "null", "undefined"};

std::string_view name_of_variable(std::string_view inside) {
  inside = trim(inside.substr(0, inside.find(':')));
  if (inside.starts_with('*')) inside.remove_prefix(1);
  if (inside.ends_with('?')) inside.remove_suffix(1);
  return inside;
}

/// Where the bracket that opens at `open` closes; npos where it doesn't.
std::size_t closing(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '{') {
      ++depth;
    } else if (text[i] == '}' && --depth == 0) {
      return i;
    }
  }
  return std::string_view::npos;
}

}  // namespace

std::string join_route(std::string_view above, std::string_view below) {
  if (below.empty()) return std::string(above);
  while (above.ends_with('/')) above.remove_suffix(1);
  while (below.starts_with('/')) below.remove_prefix(1);
  return std::string(above) + '/' + std::string(below);
}

std::string clean_route(std::string_view route) {
  std::string out = "/";
  for (std::size_t i = 0; i < route.size(); ++i) {
    if (route[i] == '/' && out.back() == '/') continue;
    const std::size_t close = route[i] == '{' && (i == 0 || route[i - 1] != '$') ? closing(route, i) : std::string_view::npos;
    if (close == std::string_view::npos) {
      out += route[i];
      continue;
    }
    out += '{' + std::string(name_of_variable(route.substr(i + 1, close - i - 1))) + '}';
    i = close;
  }
  return out;
}

std::string body_type(std::string_view declared) {
  std::string_view type = trim(declared);
  for (int depth = 0; depth < 4; ++depth) {
    while (type.ends_with('?')) type.remove_suffix(1);
    const std::size_t open = type.find('<');
    if (open == std::string_view::npos || !type.ends_with('>')) break;
    if (std::ranges::find(kEnvelopes, last_part(type.substr(0, open))) == kEnvelopes.end()) break;
    const std::vector<std::string_view> arguments = split_arguments(type.substr(open + 1, type.size() - open - 2));
    if (arguments.size() != 1) break;
    type = trim(arguments.front());
    for (const std::string_view bound : {"? extends ", "out "})
      if (type.starts_with(bound)) type = trim(type.substr(bound.size()));
  }
  return std::ranges::find(kNothing, type) == kNothing.end() ? std::string(type) : std::string();
}

}  // namespace grove::graph::web
