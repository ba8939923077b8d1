#include "serve/http/problem.h"
#include "serve/json/link_shapes.h"
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

constexpr FieldSpec kLinksQuery[] = {
    {.name = "repo",
     .type = FieldType::kTextList,
     .meaning = "names or ids of repositories on either side; all where none is named",
     .alias = "repos"},
    {.name = "limit", .type = FieldType::kInteger, .meaning = "most of each list", .least = 1, .most = 10'000, .fallback = "10000"},
    {.name = "skip",
     .type = FieldType::kInteger,
     .meaning = "as many of each list are left out before",
     .least = 0,
     .most = 1'000'000,
     .fallback = "0"}};

HttpResponse get_links(Backend& backend, const Call& call) {
  const auto found = backend.engine.links({.repositories = call.query.list("repo"),
                                           .limit = static_cast<std::size_t>(call.query.integer("limit", 10'000)),
                                           .skip = static_cast<std::size_t>(call.query.integer("skip", 0))},
                                          call.cancel);
  return found ? json_response(links_json(*found)) : problem(found.error());
}

constexpr Route kRoutes[] = {{.method = "GET",
                              .pattern = "/api/v1/graph/services",
                              .summary = "Shows what is deployed and who needs whom",
                              .answer = "ServiceMap",
                              .query = kQuery,
                              .handle = get_services},
                             {.method = "GET",
                              .pattern = "/api/v1/graph/links",
                              .summary = "Shows which requests of code come to which endpoints, and what is left over",
                              .answer = "ApiLinks",
                              .query = kLinksQuery,
                              .handle = get_links}};

}  // namespace

std::span<const Route> service_map_routes() { return kRoutes; }

}  // namespace grove::serve
