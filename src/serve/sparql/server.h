#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/log.h"
#include "base/result.h"
#include "rdf/triple_store.h"
#include "serve/sparql/endpoint.h"

namespace grove::serve::sparql {

struct SparqlServerOptions {
  std::string host = "127.0.0.1";
  std::uint16_t port = 8890;  ///< 0: a free one.
  std::string token = {};     ///< That clients have to send; required on any address but a loopback one.
  std::vector<std::string> allowed_hosts = {};
  std::size_t body_bytes = std::size_t{64} << 20U;
  std::size_t max_connections = 512;
  EndpointOptions endpoint = {};
  /// Makes the store that is served: at the start, and anew for each `POST /reload`.
  std::function<Result<std::shared_ptr<rdf::TripleStore>>()> open = {};
};

/// Serves one triple store: `/sparql`, `/graph-store`, `/health`, `/stats`, `/reload`.
class SparqlServer {
 public:
  /// Opens the store, binds and listens. kInvalidArgument where the address is not a loopback one and no token is set.
  static Result<std::unique_ptr<SparqlServer>> listen(SparqlServerOptions options, Log& log);
  virtual ~SparqlServer() = default;

  /// "http://127.0.0.1:8890"
  virtual std::string url() const = 0;
  /// Serves until `stop`.
  virtual void run() = 0;
  /// Thread-safe.
  virtual void stop() = 0;
};

}  // namespace grove::serve::sparql
