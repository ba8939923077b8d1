#include "serve/http/problem.h"
#include "serve/json/navigation_shapes.h"
#include "serve/rest/route.h"

namespace grove::serve {
namespace {

constexpr FieldSpec kQuery[] = {
    {.name = "query", .meaning = "words that stand in verb, route, controller or method", .alias = "q"},
    {.name = "method", .meaning = "only this verb"},
    {.name = "path_contains", .meaning = "only routes with this in them"},
    {.name = "repo", .type = FieldType::kTextList, .meaning = "names or ids of repositories; all where none is named", .alias = "repos"},
    {.name = "limit",
     .type = FieldType::kInteger,
     .meaning = "how many the answer lists at most",
     .least = 1,
     .most = 10'000,
     .fallback = "1000"},
    {.name = "skip",
     .type = FieldType::kInteger,
     .meaning = "how many are left out before, for pages",
     .most = 1'000'000,
     .fallback = "0"}};

HttpResponse get_endpoints(Backend& backend, const Call& call) {
  const auto found = backend.engine.endpoints({.query = call.query.text("query"),
                                               .method = call.query.text("method"),
                                               .path_contains = call.query.text("path_contains"),
                                               .repositories = call.query.list("repo"),
                                               .limit = static_cast<std::size_t>(call.query.integer("limit", 1000)),
                                               .skip = static_cast<std::size_t>(call.query.integer("skip", 0))},
                                              call.cancel);
  return found ? json_response(endpoints_json(*found)) : problem(found.error());
}

constexpr FieldSpec kFlowQuery[] = {
    {.name = "endpoint", .meaning = "verb and route, or one of them; a class, `Class#method`", .need = FieldSpec::Need::kRequired},
    {.name = "repo", .type = FieldType::kTextList, .meaning = "names or ids of repositories; all where none is named", .alias = "repos"},
    {.name = "limit",
     .type = FieldType::kInteger,
     .meaning = "how many flows the answer gives at most",
     .least = 1,
     .most = 100,
     .fallback = "10"}};

HttpResponse get_flows(Backend& backend, const Call& call) {
  const auto found = backend.engine.flows({.endpoint = call.query.text("endpoint"),
                                           .repositories = call.query.list("repo"),
                                           .limit = static_cast<std::size_t>(call.query.integer("limit", 10))},
                                          call.cancel);
  return found ? json_response(flows_json(*found)) : problem(found.error());
}

constexpr Route kRoutes[] = {{.method = "GET",
                              .pattern = "/api/v1/endpoints",
                              .summary = "Lists what the programs of the repositories serve over HTTP",
                              .answer = "Endpoints",
                              .query = kQuery,
                              .handle = get_endpoints},
                             {.method = "GET",
                              .pattern = "/api/v1/flows",
                              .summary = "Shows what a request to an endpoint goes through",
                              .answer = "Flow",
                              .query = kFlowQuery,
                              .handle = get_flows}};

}  // namespace

std::span<const Route> endpoint_routes() { return kRoutes; }

}  // namespace grove::serve
