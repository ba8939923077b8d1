#include "graph/web/endpoints.h"

#include <algorithm>
#include <tuple>

#include "graph/web/actuator.h"
#include "graph/web/contracts/graphql_servers.h"
#include "graph/web/contracts/grpc_servers.h"
#include "graph/web/data_rest.h"
#include "graph/web/frameworks/frameworks.h"
#include "graph/web/functional_routes.h"
#include "graph/web/jax_rs.h"
#include "graph/web/openapi_interfaces.h"
#include "graph/web/spring_mvc.h"

namespace grove::graph::web {
namespace {

std::string_view without_last_slash(std::string_view route) {
  return route.size() > 1 && route.ends_with('/') ? route.substr(0, route.size() - 1) : route;
}

auto place_of(const Endpoint& endpoint) { return std::tie(endpoint.path, endpoint.line, endpoint.controller); }

/// A handler that answers with and without a slash at the end is named once.
void drop_twins(std::vector<Endpoint>& endpoints) {
  std::ranges::stable_sort(endpoints, [](const Endpoint& a, const Endpoint& b) {
    return std::tuple(without_last_slash(a.route), std::string_view(a.http_method), place_of(a), a.route.size()) <
           std::tuple(without_last_slash(b.route), std::string_view(b.http_method), place_of(b), b.route.size());
  });
  const auto same = [](const Endpoint& a, const Endpoint& b) {
    return without_last_slash(a.route) == without_last_slash(b.route) && a.http_method == b.http_method && place_of(a) == place_of(b);
  };
  endpoints.erase(std::unique(endpoints.begin(), endpoints.end(), same), endpoints.end());
}

}  // namespace

std::string_view framework_name(Framework framework) {
  switch (framework) {
    case Framework::kSpringMvc: return "spring-mvc";
    case Framework::kSpringFunctional: return "spring-functional";
    case Framework::kSpringDataRest: return "spring-data-rest";
    case Framework::kSpringActuator: return "spring-actuator";
    case Framework::kJaxRs: return "jax-rs";
    case Framework::kExpress: return "express";
    case Framework::kKoa: return "koa";
    case Framework::kFastify: return "fastify";
    case Framework::kNestJs: return "nestjs";
    case Framework::kNextJs: return "nextjs";
    case Framework::kFastApi: return "fastapi";
    case Framework::kFlask: return "flask";
    case Framework::kDjango: return "django";
    case Framework::kGin: return "gin";
    case Framework::kEcho: return "echo";
    case Framework::kFiber: return "fiber";
    case Framework::kChi: return "chi";
    case Framework::kGorillaMux: return "gorilla-mux";
    case Framework::kNetHttp: return "net-http";
    case Framework::kAspNet: return "asp-net";
    case Framework::kRails: return "rails";
    case Framework::kSinatra: return "sinatra";
    case Framework::kLaravel: return "laravel";
    case Framework::kAxum: return "axum";
    case Framework::kActix: return "actix";
    case Framework::kKtor: return "ktor";
    case Framework::kGrpc: return "grpc";
    case Framework::kGraphQl: return "graphql";
    case Framework::kOpenApi: return "openapi";
  }
  return "";
}

std::string request_name(const Endpoint& endpoint) { return endpoint.http_method + " " + endpoint.route; }

Result<Endpoints> find_endpoints(Workplace& at, const UsesInFile& uses, const CancelToken& cancel) {
  Endpoints found;
  found.unread = at.program.unread();
  find_spring_mvc(at, found.endpoints);
  find_actuator(at, found.endpoints);
  find_jax_rs(at, found.endpoints);
  find_openapi_handlers(at, found.endpoints);
  find_data_rest(at, found.endpoints);
  find_functional_routes(at, found.endpoints);
  GROVE_RETURN_IF_ERROR(cancel.check());
  find_other_frameworks(at, uses, found.endpoints);
  find_grpc_endpoints(at, uses, found.endpoints);
  find_graphql_endpoints(at, uses, found.endpoints);
  GROVE_RETURN_IF_ERROR(cancel.check());
  drop_twins(found.endpoints);
  return found;
}

}  // namespace grove::graph::web
