#include "serve/http/problem.h"
#include "serve/json/writer.h"
#include "serve/rest/openapi.h"
#include "serve/rest/route.h"

namespace grove::serve {
namespace {

HttpResponse get_health(Backend&, const Call&) { return json_response(R"({"status":"ok","program":"grove"})"); }

HttpResponse get_ready(Backend& backend, const Call& call) {
  const auto readiness = backend.engine.warm_up();
  if (!readiness) return problem(readiness.error());
  JsonWriter json;
  json.begin_object().field("ready", readiness->waiting.empty()).field("open", readiness->open);
  // A probe needs no names, and what is indexed here is nobody else's business.
  if (!readiness->waiting.empty() && call.caller == Call::Caller::kTrusted) json.array_field("waiting", readiness->waiting);
  HttpResponse response = json_response(json.end_object().take());
  if (!readiness->waiting.empty()) response.status = 503;
  return response;
}

HttpResponse get_metrics(Backend& backend, const Call&) {
  const auto states = backend.engine.repositories();
  if (!states) return problem(states.error());
  return {.content_type = "text/plain; version=0.0.4; charset=utf-8", .body = backend.metrics.text(*states, backend.jobs.list())};
}

HttpResponse get_openapi(Backend&, const Call&) { return json_response(openapi_document(all_routes())); }

constexpr Route kRoutes[] = {
    {.method = "GET",
     .pattern = "/health",
     .summary = "Says that the server runs",
     .answer = "Health",
     .lane = Lane::kInline,
     .access = Route::Access::kOpen,
     .handle = get_health},
    {.method = "GET",
     .pattern = "/ready",
     .summary = "200 once the index of every repository that was ever indexed is open, else 503, with their names for who sends the token",
     .answer = "Readiness",
     .access = Route::Access::kOpen,
     .handle = get_ready},
    {.method = "GET",
     .pattern = "/metrics",
     .summary = "Figures for Prometheus",
     .answer = "",
     .content_type = "text/plain",
     .handle = get_metrics},
    {.method = "GET", .pattern = "/openapi.json", .summary = "This description", .answer = "OpenApi", .handle = get_openapi},
};

}  // namespace

std::span<const Route> service_routes() { return kRoutes; }

const std::vector<Route>& all_routes() {
  static const std::vector<Route> routes = [] {
    std::vector<Route> all;
    for (const auto part : {service_routes(), repository_routes(), search_routes(), symbol_routes(), endpoint_routes(),
                            service_map_routes(), topology_routes(), job_routes(), model_routes(), mcp_routes(), sparql_routes()})
      all.insert(all.end(), part.begin(), part.end());
    return all;
  }();
  return routes;
}

HttpResponse json_response(std::string json) { return {.body = std::move(json)}; }

}  // namespace grove::serve
