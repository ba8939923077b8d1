#include "serve/mcp/http/profile_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "serve/http/guard.h"
#include "serve/http/problem.h"
#include "serve/http/server.h"
#include "serve/mcp/announcements.h"
#include "serve/mcp/http/endpoint.h"
#include "serve/mcp/server.h"

namespace grove::serve::mcp {
namespace {

constexpr std::chrono::milliseconds kPatience{20'000};

class Handler final : public HttpHandler {
 public:
  Handler(const ProfileServerOptions& options, std::vector<Profile> profiles, Log& log)
      : guard_{options.host, options.token, options.allowed_hosts},
        log_(log),
        server_(std::move(profiles), announcements_),
        endpoint_(server_, workers_, log, kPatience) {}

  ~Handler() override {
    endpoint_.stop();
    workers_.quick.close();
    workers_.slow.close();
  }
  Handler(const Handler&) = delete;
  Handler& operator=(const Handler&) = delete;

  void stop() { endpoint_.stop(); }

  std::optional<HttpResponse> refuse(const HttpRequest& head) const override {
    if (auto refused = serve::refuse(guard_, head)) return refused;
    return refuse_without_token(guard_, head);
  }

  Lane lane(const HttpRequest& head) const override { return head.method == "GET" ? Lane::kInline : Lane::kLong; }

  HttpResponse handle(const HttpRequest& request, const CancelToken& cancel) override {
    try {
      return answer(request, cancel);
    } catch (const std::exception& error) {
      log_.write(LogLevel::kError, fmt::format("a request failed by a bug: {}", error.what()));
      return problem({ErrorCode::kInternal, "the request failed by a bug of ours", "Please report it with the server's log."});
    }
  }

  void answered(const HttpRequest& request, const HttpResponse& response, double milliseconds) override {
    const std::string_view path = std::string_view(request.target).substr(0, request.target.find('?'));
    log_.write(LogLevel::kInfo, fmt::format("method={} path={} status={} bytes={} ms={:.2f} peer={}", request.method, path.substr(0, 200),
                                            response.status, response.body.size(), milliseconds, request.peer));
  }

 private:
  HttpResponse answer(const HttpRequest& request, const CancelToken& cancel) {
    const Target target = parse_target(request.target);
    const std::string place = target.valid && !target.parts.empty() && target.parts.size() <= 2 ? target.parts.front() : std::string();
    const std::string profile = target.parts.size() == 2 ? target.parts.back() : std::string();
    if (place == "mcp") return answer_mcp(profile, request, cancel);
    if (place == "sse" && request.method == "GET") return endpoint_.open_events(profile);
    if (place == "messages" && request.method == "POST") return endpoint_.post_message(session_of(target), request);
    if (place == "health" && request.method == "GET") return {.body = R"({"ok":true})"};
    return problem({ErrorCode::kNotFound, "there is nothing at this path", "Known: /mcp, /sse, /messages, /health."});
  }

  HttpResponse answer_mcp(const std::string& profile, const HttpRequest& request, const CancelToken& cancel) {
    if (request.method == "POST") return endpoint_.post(profile, request, cancel);
    if (request.method == "DELETE") return endpoint_.remove(request);
    return endpoint_.get(profile, request);
  }

  static std::string session_of(const Target& target) {
    for (const auto& [name, value] : target.query)
      if (name == "sessionId") return value;
    return {};
  }

  Guard guard_;
  Log& log_;
  Announcements announcements_;
  Server server_;
  Workers workers_;
  Endpoint endpoint_;
};

class HttpProfileServer final : public ProfileServer {
 public:
  HttpProfileServer(const ProfileServerOptions& options, std::vector<Profile> profiles, Log& log)
      : host_(options.host), port_(options.port), handler_(options, std::move(profiles), log) {}

  Status listen() {
    ServerOptions http;
    http.host = host_;
    http.port = port_;
    GROVE_ASSIGN_OR_RETURN(server_, HttpServer::listen(http, handler_));
    return {};
  }
  std::string url() const override {
    const bool is_v6 = host_.find(':') != std::string::npos;
    return fmt::format("http://{}{}{}:{}", is_v6 ? "[" : "", host_, is_v6 ? "]" : "", server_->port());
  }
  void run() override { server_->run(); }
  void stop() override {
    handler_.stop();
    server_->stop();
  }

 private:
  std::string host_;
  std::uint16_t port_;
  Handler handler_;
  std::unique_ptr<HttpServer> server_;
};

}  // namespace

Result<std::unique_ptr<ProfileServer>> ProfileServer::listen(const ProfileServerOptions& options, std::vector<Profile> profiles, Log& log) {
  if (!is_loopback(options.host) && options.token.empty())
    return fail(ErrorCode::kInvalidArgument, fmt::format("cannot listen on {} without a token: anybody could use the tools", options.host),
                "Set GROVE_TOKEN, or listen on 127.0.0.1.");
  auto server = std::make_unique<HttpProfileServer>(options, std::move(profiles), log);
  GROVE_RETURN_IF_ERROR(server->listen());
  return server;
}

}  // namespace grove::serve::mcp
