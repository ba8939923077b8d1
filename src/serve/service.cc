#include "serve/service.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "engine/index_job.h"
#include "engine/jobs.h"
#include "engine/watching.h"
#include "serve/handover.h"
#include "serve/http/server.h"
#include "serve/mcp/host.h"
#include "serve/occupant.h"
#include "serve/rest/api.h"

namespace grove::serve {
namespace {

/// Requests at the same time that wait for a model, for the store of the graph, or for a repository.
constexpr unsigned kWaiting = 16;

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
  options.long_threads = kWaiting;
  return options;
}

mcp::Host::Options mcp_options(const Service::Options& options, const ServerOptions& http) {
  const bool conforms = options.surface == Service::Options::Surface::kConformance;
  return {.patience = http.request_timeout * 2 / 3,
          .fixtures = conforms ? mcp::Fixtures::kConformance : mcp::Fixtures::kNone,
          .graph = options.graph,
          .catalog_directory = options.catalog_directory};
}

class HttpService final : public Service {
 public:
  HttpService(engine::Engine& engine, const Settings& settings, const Options& options, Log& log)
      : engine_(engine),
        log_(log),
        options_(options_from(settings)),
        data_directory_(settings.text(Setting::kDataDirectory)),
        mcp_(engine, jobs_, log, mcp_options(options, options_)),
        watches_(settings.boolean(Setting::kWatch)),
        watching_({.engine = engine_,
                   .jobs = jobs_,
                   .options = engine::watch_options(settings),
                   .tell = [this](const engine::WatchNews& news) { log_.write(news.level, news.repository + ": " + news.text); }}),
        api_({engine, jobs_, mcp_, options.graph}, {options_.host, settings.text(Setting::kToken), settings.list(Setting::kAllowedHosts)},
             log) {}

  ~HttpService() override {
    watching_.stop();
    jobs_.stop();
    mcp_.close();
  }
  HttpService(const HttpService&) = delete;
  HttpService& operator=(const HttpService&) = delete;

  Status listen() {
    auto server = HttpServer::listen(options_, api_);
    if (!server && server.error().code == ErrorCode::kUnavailable)
      return std::unexpected(with_occupant(std::move(server).error(), {options_.host, options_.port, data_directory_}));
    if (!server) return std::unexpected(std::move(server).error());
    server_ = *std::move(server);
    return {};
  }

  std::string url() const override {
    const bool v6 = options_.host.find(':') != std::string::npos;
    return fmt::format("http://{}{}{}:{}", v6 ? "[" : "", options_.host, v6 ? "]" : "", server_->port());
  }

  void run() override {
    const auto note = note_server(data_directory_, url());
    const std::jthread behind([this] { bring_up_to_date(); });
    if (watches_) watching_.follow_registry();
    server_->run();
    watching_.stop();
    jobs_.stop();
  }

  void stop() override {
    watching_.stop();
    // So that streams end.
    jobs_.stop();
    mcp_.stop();
    server_->stop();
  }

 private:
  /// Opens every index, then has repositories embedded whose vectors another model made, or that were interrupted.
  void bring_up_to_date() {
    const auto readiness = engine_.warm_up();
    if (!readiness) return log_.write(LogLevel::kError, describe(readiness.error()));
    for (const std::string& name : readiness->waiting) log_.write(LogLevel::kWarning, fmt::format("the index of {} can't be opened", name));
    const auto stale = engine_.repositories_to_embed();
    if (!stale) return log_.write(LogLevel::kError, describe(stale.error()));
    for (const std::string& name : *stale) {
      log_.write(LogLevel::kInfo, fmt::format("embedding {}: its vectors are of another model, or not all there", name));
      const auto state = engine_.repository(name);
      const auto job = state ? jobs_.submit(engine::index_job(engine_, state->repository, {}, "index")) : std::unexpected(state.error());
      if (!job && job.error().code != ErrorCode::kUnavailable) log_.write(LogLevel::kError, describe(job.error()));
    }
  }

  void on_end(const engine::Job& job) {
    log_end(job);
    mcp_.job_ended();
  }

  void log_end(const engine::Job& job) {
    const LogLevel level = job.state == engine::JobState::kFailed ? LogLevel::kError : LogLevel::kInfo;
    log_.write(level, fmt::format("job={} kind={} repo={} state={} ms={}{}", job.id, job.kind, job.repository,
                                  engine::job_state_name(job.state), job.started_at_ms == 0 ? 0 : job.ended_at_ms - job.started_at_ms,
                                  job.error ? " error=" + describe(*job.error) : std::string()));
  }

  engine::Engine& engine_;
  Log& log_;
  ServerOptions options_;
  std::string data_directory_;
  mcp::Host mcp_;  // told of jobs until the last one has ended
  engine::Jobs jobs_{{}, [this](const engine::Job& job) { on_end(job); }};
  const bool watches_;
  engine::Watching watching_;
  RestApi api_;
  std::unique_ptr<HttpServer> server_;
};

}  // namespace

Result<std::unique_ptr<Service>> Service::listen(engine::Engine& engine, const Settings& settings, Log& log, const Options& options) {
  const std::string& host = settings.text(Setting::kHost);
  if (!is_loopback(host) && settings.text(Setting::kToken).empty()) {
    return fail(ErrorCode::kInvalidArgument, fmt::format("cannot listen on {} without a token: anybody could read the code", host),
                "Set GROVE_TOKEN, or listen on 127.0.0.1.");
  }
  auto service = std::make_unique<HttpService>(engine, settings, options, log);
  GROVE_RETURN_IF_ERROR(service->listen());
  return service;
}

}  // namespace grove::serve
