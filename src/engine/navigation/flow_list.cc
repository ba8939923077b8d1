#include "engine/navigation/flow_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"

namespace grove::engine {
namespace {

constexpr std::array<std::string_view, 11> kVerbs = {"GET",     "POST",  "PUT",   "PATCH",    "DELETE",      "HEAD",
                                                     "OPTIONS", "TRACE", "QUERY", "MUTATION", "SUBSCRIPTION"};

/// Of GraphQL, where a field stands in the place of a route.
bool is_of_fields(std::string_view verb) { return verb == "QUERY" || verb == "MUTATION" || verb == "SUBSCRIPTION"; }

std::string_view without_last_slash(std::string_view route) {
  return route.size() > 1 && route.ends_with('/') ? route.substr(0, route.size() - 1) : route;
}

bool is_parameter(std::string_view segment) { return segment.starts_with('{') && segment.ends_with('}'); }

/// `/orders/42` is answered by `/orders/{id}`.
bool answers(std::span<const std::string_view> route, std::span<const std::string_view> asked) {
  return std::ranges::equal(route, asked, [](std::string_view a, std::string_view b) { return a == b || (is_parameter(a) && !b.empty()); });
}

/// Names with `.` between their parts, without arguments: `Cart#add(Item)` is `Cart.add`.
std::string plain_name(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, text.find('('))) {
    if (c == ':' && out.ends_with('.')) continue;
    out += c == '#' || c == ':' ? '.' : c;
  }
  return out;
}

}  // namespace

EndpointText::EndpointText(std::string_view text) {
  text = trim(text);
  const std::size_t space = text.find(' ');
  for (const std::string_view verb : kVerbs)
    if (equals_ignoring_ascii_case(text.substr(0, space), verb) && space != std::string_view::npos) verb_ = std::string(verb);
  if (!verb_.empty()) text = trim(text.substr(space));
  if (verb_.empty() && !text.starts_with('/'))
    name_ = plain_name(text);
  else
    route_ = (text.starts_with('/') || is_of_fields(verb_) ? "" : "/") + std::string(without_last_slash(text));
}

bool EndpointText::names(std::string_view qualified) const {
  return !name_.empty() && (qualified == name_ || (qualified.ends_with(name_) && qualified[qualified.size() - name_.size() - 1] == '.'));
}

int EndpointText::fit(const graph::web::Endpoint& endpoint) const {
  if (!is_route()) return names(endpoint.controller) || names(endpoint.controller + "." + endpoint.method_name) ? 1 : 0;
  return fit_route(endpoint.http_method, endpoint.route);
}

int EndpointText::fit_route(std::string_view http_method, std::string_view whole) const {
  if (!is_route() || (!verb_.empty() && http_method != verb_)) return 0;
  const std::string_view route = without_last_slash(whole);
  if (route == route_) return 1;
  if (!route_.starts_with('/') || !route.starts_with('/')) return 0;
  const std::vector<std::string_view> has = split(route, '/'), asked = split(route_, '/');
  if (answers(has, asked)) return 2;
  const std::span<const std::string_view> wanted = std::span(asked).subspan(1);  // what stands before the first slash is empty
  if (has.size() <= wanted.size() || route_ == "/") return 0;
  const std::span<const std::string_view> end = std::span(has).subspan(has.size() - wanted.size());
  const bool is_told = std::ranges::any_of(end, [](std::string_view segment) { return !is_parameter(segment); });  // `/{id}` ends much
  return is_told && answers(end, wanted) ? 3 : 0;
}

bool EndpointText::is_in(const graph::web::Flow& flow) const {
  return std::ranges::any_of(flow.steps, [&](const graph::web::FlowStep& step) { return names(step.symbol) || names(step.type); });
}

std::vector<MeantEndpoint> best_fitting(const std::vector<MeantEndpoint>& all, const EndpointText& text) {
  std::vector<MeantEndpoint> best;
  int least = 0;
  for (const MeantEndpoint& one : all) {
    const int fit = text.fit(*one.endpoint);
    if (fit == 0 || (least != 0 && fit > least)) continue;
    if (fit != least) best.clear();
    least = fit;
    const auto same = std::ranges::find_if(best, [&](const MeantEndpoint& known) {
      return known.scope == one.scope && known.endpoint->handler == one.endpoint->handler &&
             known.endpoint->controller == one.endpoint->controller && known.endpoint->route == one.endpoint->route &&
             known.endpoint->bodies == one.endpoint->bodies;
    });
    if (same == best.end())
      best.push_back(one);
    else if (one.endpoint->http_method == "GET")  // stands for a handler of every verb
      *same = one;
  }
  return best;
}

std::string flow_name(const graph::web::Endpoint& endpoint) {
  if (endpoint.is_nameless) return request_name(endpoint);
  const std::size_t dot = endpoint.controller.find_last_of(".:\\");
  const std::string controller = endpoint.controller.substr(dot == std::string::npos ? 0 : dot + 1);
  if (controller.empty()) return endpoint.method_name;  // a function of its own
  return endpoint.method_name.empty() ? controller : controller + "." + endpoint.method_name;
}

FlowHit flow_hit(const MeantEndpoint& meant, const graph::web::Flow& flow, const std::vector<GraphScope>& scopes) {
  const graph::web::Endpoint& endpoint = *meant.endpoint;
  FlowHit hit;
  hit.name = flow_name(endpoint);
  hit.http_method = endpoint.http_method;
  hit.route = endpoint.route;
  hit.repository = meant.scope->repository.name;
  for (const graph::web::FlowStep& step : flow.steps)
    hit.steps.push_back({.layer = std::string(graph::web::layer_name(step.layer)),
                         .symbol = step.symbol,
                         .path = step.path,
                         .line = step.line,
                         .caller = step.caller,
                         .branch = step.branch,
                         .via = std::string(step.via == graph::web::FlowStep::Via::kCall ? "" : graph::web::via_name(step.via)),
                         .is_asynchronous = step.is_asynchronous,
                         .repository = scopes[step.repository].repository.name,
                         .service = step.service,
                         .host = step.host,
                         .request = step.request});
  for (const graph::web::ServiceCall& call : flow.service_calls)
    hit.service_calls.push_back({.from_service = call.from_service,
                                 .to_service = call.to_service,
                                 .http_method = call.http_method,
                                 .route = call.route,
                                 .via = call.via,
                                 .repository = scopes[call.repository].repository.name,
                                 .path = call.path,
                                 .line = call.line});
  hit.mermaid = graph::web::mermaid_of(flow, endpoint.http_method + " " + endpoint.route);
  hit.is_cut = flow.is_cut;
  return hit;
}

}  // namespace grove::engine
