#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "graph/graph.h"
#include "graph/web/uses.h"
#include "model/span.h"

namespace grove::graph::web {

/// What serves a route.
enum class Framework : std::uint8_t {
  kSpringMvc,
  kSpringFunctional,
  kSpringDataRest,
  kSpringActuator,
  kJaxRs,
  kExpress,
  kKoa,
  kFastify,
  kNestJs,
  kNextJs,
  kFastApi,
  kFlask,
  kDjango,
  kGin,
  kEcho,
  kFiber,
  kChi,
  kGorillaMux,
  kNetHttp,
  kAspNet,
  kRails,
  kSinatra,
  kLaravel,
  kAxum,
  kActix,
  kKtor,
  kGrpc,     ///< `POST /package.Service/Method`, as gRPC is on the wire.
  kGraphQl,  ///< `QUERY user`: a field of the root types, which one address answers for all.
  kOpenApi,  ///< An operation of a document whose code is not there.
};
/// "spring-mvc", "jax-rs", …
std::string_view framework_name(Framework framework);

/// A function without a name that runs for requests: it stands where the route is said, or in the value of the variable that is said there.
struct HandlerBody {
  FileId file = 0;
  ByteRange range;
  friend bool operator==(const HandlerBody&, const HandlerBody&) = default;
};

/// A verb and a route that a program answers to.
struct Endpoint {
  std::string http_method;    ///< `GET`; what answers to every verb has an endpoint for each.
  std::string route;          ///< As a client of the service sees it, prefixes included; parameters as `{name}`.
  std::string module;         ///< Folder of the module it stands in; empty for the root.
  std::string service;        ///< Name of the application; empty where nothing says it.
  std::string controller;     ///< Qualified name of the type whose objects answer.
  std::string method_name;    ///< Empty where no function of the repository answers.
  std::string request_type;   ///< Of the body, as written; empty where there is none.
  std::string response_type;  ///< As written, without `ResponseEntity<…>` and the like around it; empty for nothing.
  Framework framework = Framework::kSpringMvc;
  SymbolId handler = kNobody;  ///< The function, else the type; of what `is_nameless` the function around its registration.
  std::string path;            ///< Of the file in which the handler stands.
  std::uint32_t line = 0;
  std::vector<HandlerBody> bodies = {};  ///< Functions without a name that run for it, in their order.
  bool is_nameless = false;              ///< No symbol answers: the last of `bodies` does, or what is not known.

  /// Whether code of the repository is known to answer.
  bool is_answered() const { return is_nameless ? !bodies.empty() : handler != kNobody; }
};
/// What an endpoint is called where its handler has no name: `GET /orders/{id}`.
std::string request_name(const Endpoint& endpoint);

struct Endpoints {
  std::vector<Endpoint> endpoints;  ///< In order of route, verb, path and line.
  std::uint64_t unread = 0;         ///< Files whose facts could not be had.
};

struct Workplace;

/// Everything that the programs at a workplace serve over HTTP. kCancelled on a cancel.
Result<Endpoints> find_endpoints(Workplace& at, const UsesInFile& uses, const CancelToken& cancel);

}  // namespace grove::graph::web
