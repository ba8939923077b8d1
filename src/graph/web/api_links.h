#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "graph/web/request_targets.h"

namespace grove::graph::web {

/// A request of code with the endpoint that answers it.
struct ApiLink {
  std::size_t client = 0;  ///< Repository of the request.
  const ClientCall* call = nullptr;
  std::size_t server = 0;  ///< Repository of the endpoint.
  const Endpoint* endpoint = nullptr;
  Confidence confidence = Confidence::kExact;
  std::string evidence = {};  ///< Why these belong together, in words.
};

/// A request for which no link is said.
struct UnmatchedCall {
  std::size_t client = 0;
  const ClientCall* call = nullptr;
  std::string reason = {};
};

/// An endpoint that no request comes to.
struct UncalledEndpoint {
  std::size_t server = 0;
  const Endpoint* endpoint = nullptr;
};

struct ApiLinks {
  std::vector<ApiLink> links = {};  ///< By repository, path and line of the request.
  std::vector<UnmatchedCall> unmatched = {};
  std::vector<UncalledEndpoint> uncalled = {};
};

/// Joins the requests of code to what answers them, in the same repository or another one. Verb and path decide, rewritten by the rules of
/// proxies and gateways where some hold; of several programs that answer, the one whose service the host names, else the one that answers
/// most of what the client's program asks under the same base. Where that leaves several, none is said. A request that may be one of
/// several addresses, for stages or by a condition, has one link. The models must outlive the result. Pure.
ApiLinks find_api_links(std::span<const RepositoryPrograms> programs, const RequestTargets& targets);

/// Verb and address as people know a request: `GET orders:8080/api/{id}`.
std::string shown_address(const ClientCall& call);

}  // namespace grove::graph::web
