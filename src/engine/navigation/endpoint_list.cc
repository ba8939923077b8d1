#include "engine/navigation/endpoint_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "engine/navigation/flow_list.h"
#include "engine/navigation/words.h"

namespace grove::engine {
namespace {

/// Every word of the query stands in the route or in the handler's name, whatever its case.
bool matches(const graph::web::Endpoint& endpoint, const std::vector<std::string>& words) {
  return has_all_words(endpoint.http_method + ' ' + endpoint.route + ' ' + endpoint.controller + '.' + endpoint.method_name, words);
}

}  // namespace

EndpointHit endpoint_hit(const GraphScope& scope, const graph::web::Endpoint& one) {
  const std::string folder(base_name(one.module));
  return {.http_method = one.http_method,
          .route = one.route,
          .repository = scope.repository.name,
          .module = folder.empty() ? scope.repository.name : folder,
          .service = one.service.empty() ? (folder.empty() ? scope.repository.name : folder) : one.service,
          .controller = one.controller,
          .method_name = one.method_name,
          .path = one.path,
          .line = one.line,
          .request_type = one.request_type,
          .response_type = one.response_type,
          .framework = std::string(graph::web::framework_name(one.framework)),
          .flow_name = one.is_answered() ? flow_name(one) : ""};
}

void select_endpoints(const GraphScope& scope, const graph::web::Endpoints& all, const EndpointRequest& request, EndpointList& list) {
  std::vector<std::string> words;
  for (const std::string_view word : split_words(request.query)) words.push_back(to_lower_ascii(word));
  const std::string part = to_lower_ascii(request.path_contains);
  for (const graph::web::Endpoint& one : all.endpoints) {
    if (!request.method.empty() && !equals_ignoring_ascii_case(request.method, one.http_method)) continue;
    if (!part.empty() && to_lower_ascii(one.route).find(part) == std::string::npos) continue;
    if (!matches(one, words)) continue;
    list.endpoints.push_back(endpoint_hit(scope, one));
  }
}

Status check_method(const std::string& method, std::span<const std::shared_ptr<const graph::web::WebModel>> programs) {
  std::set<std::string> known = {"CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE"};  // RFC 9110, RFC 5789
  for (const auto& program : programs)
    for (const graph::web::Endpoint& one : program->endpoints.endpoints) known.insert(one.http_method);
  const auto is_it = [&](const std::string& one) { return equals_ignoring_ascii_case(method, one); };
  if (method.empty() || std::ranges::any_of(known, is_it)) return {};
  return fail(ErrorCode::kInvalidArgument, fmt::format("`{}` is no method that requests have", method),
              fmt::format("Give one of {}.", join(std::vector<std::string>(known.begin(), known.end()), ", ")));
}

}  // namespace grove::engine
