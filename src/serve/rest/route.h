#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "engine/engine.h"
#include "engine/jobs.h"
#include "serve/http/message.h"
#include "serve/http/server.h"
#include "serve/json/fields.h"
#include "serve/rest/metrics.h"

namespace grove::serve {

class GraphAccess;
namespace mcp {
class Host;
}

/// What handlers work with.
struct Backend {
  engine::Engine& engine;
  engine::Jobs& jobs;
  Metrics& metrics;
  mcp::Host& mcp;
  GraphAccess* graph = nullptr;  ///< Null: none is served.
};

/// A request whose route is known and whose fields were checked.
struct Call {
  const HttpRequest& request;
  std::vector<std::string> path;  ///< What stands at the `{…}` of the pattern, in order.
  FieldValues query;
  FieldValues body;
  const CancelToken& cancel;
  enum class Caller { kAnybody, kTrusted } caller = Caller::kTrusted;  ///< kAnybody: without the token that others have to have.
};

/// What a request may come to, errors aside.
struct Outcome {
  std::string_view status;
  std::string_view answer;  ///< Name of the answer's schema; "" for one without a body.
};

/// One operation of the HTTP API: dispatch, checks and /openapi.json all read this.
struct Route {
  std::string_view method;
  std::string_view pattern;  ///< "/api/v1/repos/{id}"
  std::string_view summary;
  std::string_view answer;  ///< Name of the answer's schema; "" for text.
  std::string_view status = "200";
  std::span<const Outcome> more = {};  ///< Besides that one.
  std::string_view content_type = "application/json";
  std::span<const std::string_view> other_types = {};  ///< That `Accept` may ask for instead.
  Lane lane = Lane::kQuick;
  enum class Versions : std::uint8_t {
    kNone,
    kShown,     ///< Answers carry an ETag; 304 for who names it in `If-None-Match`.
    kExpected,  ///< Changes what has an ETag; 412 for who names another one in `If-Match`.
  } versions = Versions::kNone;
  enum class Access { kToken, kOpen } access = Access::kToken;  ///< kOpen: answered without a token, for probes.
  std::span<const FieldSpec> query = {};
  std::span<const FieldSpec> body = {};
  enum class Content { kFields, kOwn } content = Content::kFields;  ///< kOwn: the handler reads the body by itself.
  std::string_view takes = "";                               ///< Of kOwn that is no message of MCP: the usual media type of the body,
  std::string_view takes_schema = "";                        ///< and its JSON Schema.
  enum class Speaks { kRest, kMcp } speaks = Speaks::kRest;  ///< kMcp: refuses by messages of that protocol.
  HttpResponse (*handle)(Backend& backend, const Call& call) = nullptr;
};

std::span<const Route> service_routes();
std::span<const Route> repository_routes();
std::span<const Route> search_routes();
std::span<const Route> symbol_routes();
std::span<const Route> endpoint_routes();
std::span<const Route> service_map_routes();
std::span<const Route> topology_routes();
std::span<const Route> model_routes();
std::span<const Route> job_routes();
std::span<const Route> mcp_routes();
std::span<const Route> sparql_routes();
/// All of them, in the order of the documentation.
const std::vector<Route>& all_routes();

/// `200` with a JSON body.
HttpResponse json_response(std::string json);
/// `202` with the job that does what was asked for, and its address.
HttpResponse accepted(const engine::Job& job);

}  // namespace grove::serve
