#include "serve/sparql/server.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <mutex>
#include <utility>

#include "serve/http/guard.h"
#include "serve/http/problem.h"
#include "serve/http/server.h"
#include "serve/json/writer.h"
#include "serve/rest/cors.h"
#include "serve/sparql/refusals.h"

namespace grove::serve::sparql {
namespace {

using Store = std::shared_ptr<rdf::TripleStore>;

/// What stands behind a request's path.
enum class Place { kNowhere, kSparql, kGraphStore, kHealth, kStats, kReload };

struct NamedPlace {
  std::string_view name;
  Place place;
};
constexpr std::array<NamedPlace, 5> kPlaces = {{{"sparql", Place::kSparql},
                                                {"graph-store", Place::kGraphStore},
                                                {"health", Place::kHealth},
                                                {"stats", Place::kStats},
                                                {"reload", Place::kReload}}};

Place place_of(const HttpRequest& request) {
  const Target target = parse_target(request.target);
  if (!target.valid || target.parts.empty()) return Place::kNowhere;
  const auto found = std::ranges::find(kPlaces, std::string_view(target.parts.front()), &NamedPlace::name);
  // Graphs have addresses below that of their store.
  const bool is_place = found != kPlaces.end() && (target.parts.size() == 1 || found->place == Place::kGraphStore);
  return is_place ? found->place : Place::kNowhere;
}

HttpResponse count(rdf::TripleStore& store, Place place) {
  const Result<std::uint64_t> size = store.size();
  if (!size) return problem(size.error());
  JsonWriter json;
  json.begin_object();
  if (place != Place::kStats) json.field("ok", true);
  json.field("triples", *size).end_object();
  return {.body = json.take()};
}

class Handler final : public HttpHandler {
 public:
  Handler(SparqlServerOptions options, Store store, Log& log)
      : options_(std::move(options)), guard_{options_.host, options_.token, options_.allowed_hosts}, store_(std::move(store)), log_(log) {}

  void answer_at(std::string url) { url_ = std::move(url); }

  std::optional<HttpResponse> refuse(const HttpRequest& head) const override {
    if (auto refused = serve::refuse(guard_, head)) return refused;
    if (auto preflight = answer_preflight(head)) return preflight;
    if (place_of(head) == Place::kHealth) return std::nullopt;
    return refuse_without_token(guard_, head);
  }

  /// Queries have limits of their own.
  Lane lane(const HttpRequest& head) const override { return place_of(head) == Place::kNowhere ? Lane::kInline : Lane::kLong; }

  HttpResponse handle(const HttpRequest& request, const CancelToken& cancel) override {
    try {
      HttpResponse response = answer(request, cancel);
      let_page_read(request, response);
      return response;
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
    const Place place = place_of(request);
    if (place == Place::kNowhere)
      return problem({ErrorCode::kNotFound, "there is nothing at this path", "Known: /sparql, /graph-store, /health, /stats, /reload."});
    if (place == Place::kReload) return request.method == "POST" ? reload() : method_not_allowed(request, "POST");
    const Store store = current();
    const Endpoint endpoint(*store, options_.endpoint);
    if (place == Place::kSparql) return endpoint.answer(request, seen_at(request) + "/sparql", cancel);
    if (place == Place::kGraphStore) return endpoint.answer_graph_store(request, seen_at(request) + "/graph-store", cancel);
    if (request.method != "GET" && request.method != "HEAD") return method_not_allowed(request, "GET, HEAD");
    return count(*store, place);
  }

  /// From the files that the server was started with, and no others. Until they are read, the old store answers.
  HttpResponse reload() {
    const std::lock_guard one_by_one(reloading_);
    Result<Store> fresh = options_.open();
    if (!fresh) return problem(fresh.error());
    const std::lock_guard swap(mutex_);
    store_ = *fresh;
    return count(**fresh, Place::kReload);
  }

  /// As the client calls this server: the guard has seen that the name is ours.
  std::string seen_at(const HttpRequest& request) const {
    const std::string_view host = request.header("Host");
    return host.empty() ? url_ : "http://" + std::string(host);
  }

  Store current() {
    const std::lock_guard lock(mutex_);
    return store_;
  }

  SparqlServerOptions options_;
  Guard guard_;
  std::string url_;
  std::mutex mutex_;
  std::mutex reloading_;
  Store store_;
  Log& log_;
};

/// Requests that wait for the store at the same time: whoever waits there has a deadline, who waits for a thread has none.
constexpr unsigned kWaiting = 64;

ServerOptions http_options(const SparqlServerOptions& options) {
  ServerOptions http;
  http.host = options.host;
  http.port = options.port;
  http.body_bytes = options.body_bytes;
  http.max_connections = options.max_connections;
  http.long_threads = kWaiting;
  return http;
}

class Server final : public SparqlServer {
 public:
  Server(SparqlServerOptions options, Store store, Log& log)
      : host_(options.host), http_(http_options(options)), handler_(std::move(options), std::move(store), log) {}

  Status listen() {
    GROVE_ASSIGN_OR_RETURN(server_, HttpServer::listen(http_, handler_));
    handler_.answer_at(url());
    return {};
  }

  std::string url() const override {
    const bool is_v6 = host_.find(':') != std::string::npos;
    return fmt::format("http://{}{}{}:{}", is_v6 ? "[" : "", host_, is_v6 ? "]" : "", server_->port());
  }
  void run() override { server_->run(); }
  void stop() override { server_->stop(); }

 private:
  std::string host_;
  ServerOptions http_;
  Handler handler_;
  std::unique_ptr<HttpServer> server_;
};

}  // namespace

Result<std::unique_ptr<SparqlServer>> SparqlServer::listen(SparqlServerOptions options, Log& log) {
  if (!is_loopback(options.host) && options.token.empty())
    return fail(ErrorCode::kInvalidArgument, fmt::format("cannot listen on {} without a token: anybody could read the graph", options.host),
                "Set GROVE_TOKEN, or listen on 127.0.0.1.");
  GROVE_ASSIGN_OR_RETURN(Store store, options.open());
  auto server = std::make_unique<Server>(std::move(options), std::move(store), log);
  GROVE_RETURN_IF_ERROR(server->listen());
  return server;
}

}  // namespace grove::serve::sparql
