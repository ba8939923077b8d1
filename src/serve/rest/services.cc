#include "serve/http/problem.h"
#include "serve/json/service_shapes.h"
#include "serve/rest/route.h"

namespace grove::serve {
namespace {

constexpr FieldSpec kQuery[] = {
    {.name = "query", .meaning = "words that stand in a service's names, folder or system", .alias = "q"},
    {.name = "repo", .type = FieldType::kTextList, .meaning = "names or ids of repositories; all where none is named", .alias = "repos"}};

HttpResponse get_services(Backend& backend, const Call& call) {
  const auto found = backend.engine.services({.query = call.query.text("query"), .repositories = call.query.list("repo")}, call.cancel);
  return found ? json_response(map_json(*found)) : problem(found.error());
}

constexpr Route kRoutes[] = {{.method = "GET",
                              .pattern = "/api/v1/graph/services",
                              .summary = "Shows what is deployed and who needs whom",
                              .answer = "ServiceMap",
                              .query = kQuery,
                              .handle = get_services}};

}  // namespace

std::span<const Route> service_map_routes() { return kRoutes; }

}  // namespace grove::serve
