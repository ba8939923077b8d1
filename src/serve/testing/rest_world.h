#pragma once

#include <chrono>
#include <string>
#include <thread>

#include "serve/mcp/host.h"
#include "serve/rest/api.h"
#include "serve/testing/fake_engine.h"

namespace grove::serve {

/// Keeps all lines.
class CollectingLog final : public Log {
 public:
  void write(LogLevel, std::string_view message) override { lines += std::string(message) + '\n'; }
  std::string lines;
};

/// The API before an engine that only pretends, called without a socket.
class RestWorld {
 public:
  /// Calls it, and says so to the log.
  HttpResponse call(std::string method, std::string target, std::string body = "", std::string type = "application/json") {
    HttpRequest request{
        .method = std::move(method), .target = std::move(target), .headers = {{"Host", "localhost"}}, .body = std::move(body)};
    if (!type.empty()) request.headers.emplace_back("Content-Type", type);
    if (!token_.empty()) request.headers.emplace_back("Authorization", "Bearer " + token_);
    const HttpResponse response = api_.handle(request, CancelToken());
    api_.answered(request, response, 1.5);
    return response;
  }
  HttpResponse search(const std::string& body) { return call("POST", "/api/v1/search", body); }

  /// The job as it is shown once it has ended.
  std::string until_ended(const std::string& job) {
    while (!engine::has_ended(jobs_.find(job).value().state)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return call("GET", "/api/v1/jobs/" + job).body;
  }

  std::string token_ = "swordfish";
  FakeEngine engine_;
  CollectingLog log_;
  engine::Jobs jobs_{{}};
  mcp::Host mcp_{engine_, jobs_, log_, {}};
  RestApi api_{{engine_, jobs_, mcp_}, Guard{"127.0.0.1", "swordfish", {}}, log_};
};

}  // namespace grove::serve
