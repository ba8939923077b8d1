#include "serve/service.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "serve/http/server.h"
#include "serve/rest/api.h"

namespace grove::serve {
namespace {

ServerOptions options_from(const Settings& settings) {
  ServerOptions options;
  options.host = settings.text(Setting::kHost);
  options.port = static_cast<std::uint16_t>(settings.integer(Setting::kPort));
  options.body_bytes = static_cast<std::size_t>(settings.integer(Setting::kMaxBody));
  options.request_timeout = settings.duration(Setting::kRequestTimeout);
  options.idle_timeout = settings.duration(Setting::kIdleTimeout);
  options.max_connections = static_cast<std::size_t>(settings.integer(Setting::kMaxConnections));
  const auto threads = static_cast<unsigned>(settings.integer(Setting::kServerThreads));
  options.threads = threads > 0 ? threads : std::max(2U, std::thread::hardware_concurrency());
  return options;
}

class HttpService final : public Service {
 public:
  HttpService(engine::Engine& engine, const Settings& settings, Log& log)
      : engine_(engine),
        log_(log),
        options_(options_from(settings)),
        api_(engine, {options_.host, settings.text(Setting::kToken), settings.list(Setting::kAllowedHosts)}, log) {}

  Status listen() {
    GROVE_ASSIGN_OR_RETURN(server_, HttpServer::listen(options_, api_));
    return {};
  }

  std::string url() const override {
    const bool v6 = options_.host.find(':') != std::string::npos;
    return fmt::format("http://{}{}{}:{}", v6 ? "[" : "", options_.host, v6 ? "]" : "", server_->port());
  }

  void run() override {
    const std::jthread behind([this] { bring_up_to_date(); });
    server_->run();
    cancel_.cancel();
  }

  void stop() override {
    cancel_.cancel();
    server_->stop();
  }

 private:
  /// Opens every index, then has repositories embedded anew whose vectors another model made.
  void bring_up_to_date() {
    const auto readiness = engine_.warm_up();
    if (!readiness) return log_.write(LogLevel::kError, describe(readiness.error()));
    for (const std::string& name : readiness->waiting) log_.write(LogLevel::kWarning, fmt::format("the index of {} can't be opened", name));
    const auto stale = engine_.repositories_of_another_model();
    if (!stale) return log_.write(LogLevel::kError, describe(stale.error()));
    for (const std::string& name : *stale) {
      log_.write(LogLevel::kInfo, fmt::format("embedding {} anew for another model", name));
      NullProgress progress;
      const auto report = engine_.index({.repository = name}, progress, cancel_);
      if (!report && report.error().code != ErrorCode::kCancelled) log_.write(LogLevel::kError, describe(report.error()));
    }
  }

  engine::Engine& engine_;
  Log& log_;
  ServerOptions options_;
  RestApi api_;
  CancelToken cancel_;
  std::unique_ptr<HttpServer> server_;
};

}  // namespace

Result<std::unique_ptr<Service>> Service::listen(engine::Engine& engine, const Settings& settings, Log& log) {
  const std::string& host = settings.text(Setting::kHost);
  if (!is_loopback(host) && settings.text(Setting::kToken).empty()) {
    return fail(ErrorCode::kInvalidArgument, fmt::format("cannot listen on {} without a token: anybody could read the code", host),
                "Set GROVE_TOKEN, or listen on 127.0.0.1.");
  }
  auto service = std::make_unique<HttpService>(engine, settings, log);
  GROVE_RETURN_IF_ERROR(service->listen());
  return service;
}

}  // namespace grove::serve
