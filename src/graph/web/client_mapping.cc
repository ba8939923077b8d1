#include "graph/web/client_mapping.h"

#include <algorithm>

#include "base/text.h"
#include "graph/resolve/type_text.h"

namespace grove::graph::web {
namespace {

/// `GET /users/{id}`
std::optional<RequestMapping> of_request_line(Workplace& at, const Meaning& meaning) {
  for (const Site& site : at.annotations.arguments(meaning, {"value"})) {
    const std::string line = at.folder.text(site);
    const std::size_t space = line.find(' ');
    if (space == std::string::npos) continue;
    return RequestMapping{.verbs = {line.substr(0, space)}, .paths = {std::string(trim(std::string_view(line).substr(space)))}};
  }
  return std::nullopt;
}

std::string first_text(Workplace& at, const Meaning& meaning, const std::vector<std::string_view>& names) {
  for (const Site& site : at.annotations.arguments(meaning, names))
    if (std::string text = at.folder.text(site); !text.empty()) return text;
  return {};
}

std::optional<RequestMapping> of_meaning(Workplace& at, SymbolId method, const Meaning& meaning) {
  const std::string_view name = last_part(meaning.qualified);
  if (meaning.qualified == "feign.RequestLine") return of_request_line(at, meaning);
  if (meaning.qualified.starts_with("retrofit2.http.")) {
    const std::string path = first_text(at, meaning, {"value", "path"});
    if (name == "HTTP") return RequestMapping{.verbs = {first_text(at, meaning, {"method"})}, .paths = {path}};
    if (std::ranges::find(every_verb(), name) != every_verb().end()) return RequestMapping{.verbs = {std::string(name)}, .paths = {path}};
  }
  if (meaning.qualified.starts_with("jakarta.ws.rs.") && std::ranges::find(every_verb(), name) != every_verb().end()) {
    const Meaning* path = at.annotations.find(method, "jakarta.ws.rs.Path");
    return RequestMapping{.verbs = {std::string(name)}, .paths = {path == nullptr ? "" : first_text(at, *path, {"value"})}};
  }
  return std::nullopt;
}

}  // namespace

std::optional<RequestMapping> client_mapping(Workplace& at, const std::vector<SymbolId>& methods) {
  if (auto mapping = nearest_request_mapping(at, methods)) return mapping;
  for (const SymbolId method : methods)
    for (const Meaning& meaning : at.annotations.meanings(method))
      if (auto mapping = of_meaning(at, method, meaning)) return mapping;
  return std::nullopt;
}

}  // namespace grove::graph::web
