#pragma once

#include <optional>
#include <string>

#include "base/log.h"
#include "engine/engine.h"
#include "engine/jobs.h"
#include "serve/http/guard.h"
#include "serve/http/server.h"
#include "serve/rest/metrics.h"

namespace grove::serve {

class GraphAccess;
namespace mcp {
class Host;
}

/// The HTTP API: finds a request's route, checks its fields, answers. Thread-safe.
class RestApi final : public HttpHandler {
 public:
  /// What it opens to the world.
  struct Services {
    engine::Engine& engine;
    engine::Jobs& jobs;
    mcp::Host& mcp;
    GraphAccess* graph = nullptr;  ///< Null: none is served.
  };
  /// All outlive it.
  RestApi(const Services& services, Guard guard, Log& access_log)
      : services_(services), guard_(std::move(guard)), access_log_(access_log) {}

  std::optional<HttpResponse> refuse(const HttpRequest& head) const override;
  Lane lane(const HttpRequest& head) const override;
  HttpResponse handle(const HttpRequest& request, const CancelToken& cancel) override;
  void answered(const HttpRequest& request, const HttpResponse& response, double milliseconds) override;

 private:
  Services services_;
  Guard guard_;
  Log& access_log_;
  Metrics metrics_;
};

}  // namespace grove::serve
