#include "serve/sparql/refusals.h"

#include <fmt/format.h>

#include "serve/http/problem.h"

namespace grove::serve::sparql {

HttpResponse method_not_allowed(const HttpRequest& request, std::string_view allowed) {
  HttpResponse response = problem(405, {ErrorCode::kInvalidArgument, fmt::format("{} is not allowed at this path", request.method),
                                        fmt::format("Allowed: {}.", allowed)});
  response.headers.emplace_back("Allow", std::string(allowed));
  return response;
}

HttpResponse not_acceptable(std::string_view known) {
  return problem(406, {ErrorCode::kInvalidArgument, "the answer can't be written as the request's `Accept` wants it",
                       fmt::format("Known for {}.", known)});
}

HttpResponse read_only() {
  return problem(403, {ErrorCode::kInvalidArgument, "this store can't be changed over HTTP", "Start the server so that it takes updates."});
}

}  // namespace grove::serve::sparql
