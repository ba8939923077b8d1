#include "serve/mcp/tools/symbols.h"

#include <algorithm>

namespace grove::serve::mcp {

void put_unless_empty(Json& object, const char* key, const std::string& text) {
  if (!text.empty()) object[key] = text;
}

Json citation_of(const Citation& citation) {
  Json object = {{"file", citation.path}, {"start_line", citation.lines.first}, {"end_line", citation.lines.last}};
  put_unless_empty(object, "fqn", std::string(citation.qualified_name));
  return object;
}

Json remarks(bool stale, const std::vector<std::string>& warnings) {
  Json rest = Json::object();
  if (stale) rest["stale"] = true;
  if (!warnings.empty()) rest["warnings"] = warnings;
  return rest;
}

Window window_of(const FieldValues& arguments, std::int64_t fallback, std::size_t skip) {
  const auto most = static_cast<std::size_t>(arguments.integer("limit", fallback));
  return {.limit = most - std::min(skip, most), .most = most};
}

}  // namespace grove::serve::mcp
