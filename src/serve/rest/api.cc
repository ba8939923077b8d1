#include "serve/rest/api.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "base/text.h"
#include "serve/http/problem.h"
#include "serve/rest/cors.h"
#include "serve/rest/route.h"
#include "serve/web/pages.h"

namespace grove::serve {
namespace {

/// What a path leads to.
struct Match {
  const Route* route = nullptr;
  std::vector<std::string> path;          // values of `{…}`
  std::vector<std::string_view> methods;  // that the path knows, where `route` is null
};

bool fits(std::string_view pattern, const std::vector<std::string>& parts, std::vector<std::string>& values) {
  const auto wanted = split(pattern.substr(1), '/');
  if (wanted.size() != parts.size()) return false;
  values.clear();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (wanted[i].starts_with('{')) {
      if (parts[i].empty()) return false;
      values.push_back(parts[i]);
    } else if (wanted[i] != parts[i]) {
      return false;
    }
  }
  return true;
}

Match find_route(std::string_view method, const Target& target) {
  Match match;
  if (!target.valid) return match;
  for (const Route& route : all_routes()) {
    if (!fits(route.pattern, target.parts, match.path)) continue;
    if (route.method == method || (method == "HEAD" && route.method == "GET")) {
      match.route = &route;
      return match;
    }
    match.methods.push_back(route.method);
  }
  return match;
}

/// Whether paths that begin so belong to the API, be there something or not.
bool is_of_api(std::string_view first_part) {
  return first_part == "api" ||
         std::ranges::any_of(all_routes(), [&](const Route& route) { return first_part == split(route.pattern.substr(1), '/').front(); });
}

bool is_for_page(const HttpRequest& head) { return asks_for_page(head, is_of_api); }

HttpResponse no_route(const HttpRequest& request, const Target& target, const Match& match) {
  if (!target.valid) return problem(400, {ErrorCode::kInvalidArgument, "the path of the request is malformed", ""});
  if (match.methods.empty()) {
    return problem({ErrorCode::kNotFound, "there is nothing at this path", "GET /openapi.json lists all paths."});
  }
  std::string allowed;
  for (std::string_view method : match.methods) allowed += fmt::format("{}{}", allowed.empty() ? "" : ", ", method);
  HttpResponse response = problem(405, {ErrorCode::kInvalidArgument, fmt::format("{} is not allowed at this path", request.method),
                                        fmt::format("Allowed: {}.", allowed)});
  response.headers.emplace_back("Allow", allowed);
  return response;
}

Result<FieldValues> body_fields(const Route& route, const HttpRequest& request) {
  const bool required = std::ranges::any_of(route.body, [](const FieldSpec& spec) { return spec.need == FieldSpec::Need::kRequired; });
  if (route.body.empty() || (trim(request.body).empty() && !required)) return FieldValues{};
  return read_body(route.body, request.body);
}

HttpResponse answer(Backend& backend, const HttpRequest& request, const CancelToken& cancel, Call::Caller caller) {
  if (is_for_page(request)) return page_response(request);
  const Target target = parse_target(request.target);
  const Match match = find_route(request.method, target);
  if (match.route == nullptr) return no_route(request, target, match);
  const bool is_own = match.route->content == Route::Content::kOwn;
  if (!is_own && !request.body.empty() && !may_be_json(request.header("Content-Type"))) {
    return problem(415, {ErrorCode::kInvalidArgument, "the body is not declared as JSON", "Send `Content-Type: application/json`."});
  }
  auto query = read_query(match.route->query, target.query);
  if (!query) return problem(query.error());
  auto body = is_own ? FieldValues{} : body_fields(*match.route, request);
  if (!body) return problem(body.error());
  return match.route->handle(backend, {request, match.path, *std::move(query), *std::move(body), cancel, caller});
}

}  // namespace

std::optional<HttpResponse> RestApi::refuse(const HttpRequest& head) const {
  if (auto refused = serve::refuse(guard_, head)) return refused;
  if (auto preflight = answer_preflight(head)) return preflight;
  const Target target = parse_target(head.target);
  // Clients look there for how to get a token; that there is nothing is no secret.
  if (target.valid && target.parts.front() == ".well-known") return std::nullopt;
  // The page asks for the token itself; it holds nothing of anybody.
  if (is_for_page(head)) return std::nullopt;
  const Match match = find_route(head.method, target);
  if (match.route != nullptr && match.route->access == Route::Access::kOpen) return std::nullopt;
  auto refused = refuse_without_token(guard_, head);
  if (refused) let_page_read(head, *refused);
  return refused;
}

Lane RestApi::lane(const HttpRequest& head) const {
  const Match match = find_route(head.method, parse_target(head.target));
  return match.route == nullptr ? Lane::kInline : match.route->lane;
}

HttpResponse RestApi::handle(const HttpRequest& request, const CancelToken& cancel) {
  Backend backend{services_.engine, services_.jobs, metrics_, services_.mcp, services_.graph};
  try {
    const auto caller = refuse_without_token(guard_, request) ? Call::Caller::kAnybody : Call::Caller::kTrusted;
    HttpResponse response = answer(backend, request, cancel, caller);
    let_page_read(request, response);
    return response;
  } catch (const std::exception& error) {
    access_log_.write(LogLevel::kError, fmt::format("a request failed by a bug: {}", error.what()));
    return problem({ErrorCode::kInternal, "the request failed by a bug of ours", "Please report it with the server's log."});
  }
}

void RestApi::answered(const HttpRequest& request, const HttpResponse& response, double milliseconds) {
  const Target target = parse_target(request.target);
  const Match match = find_route(request.method, target);
  const std::string_view kind = is_for_page(request) ? "web" : "other";
  metrics_.count(match.route == nullptr ? kind : request.method, match.route == nullptr ? kind : match.route->pattern, response.status,
                 milliseconds);
  const std::string_view path = std::string_view(request.target).substr(0, request.target.find('?'));
  access_log_.write(LogLevel::kInfo, fmt::format("method={} path={} status={} bytes={} ms={:.2f} peer={}", request.method,
                                                 path.substr(0, 200), response.status, response.body.size(), milliseconds, request.peer));
}

}  // namespace grove::serve
