#pragma once

#include <memory>
#include <string>

#include "base/log.h"
#include "base/result.h"
#include "base/settings.h"
#include "engine/engine.h"

namespace grove::serve {

class GraphAccess;

/// Grove over HTTP, as settings say.
class Service {
 public:
  /// Binds and listens. kInvalidArgument where the address is not a loopback one and no token is set. All arguments outlive it.
  struct Options {
    enum class Surface {
      kUsual,
      kConformance,  ///< With what the official conformance suite of MCP asks for.
    } surface = Surface::kUsual;
    GraphAccess* graph = nullptr;        ///< The knowledge graph; null: none is served.
    std::string catalog_directory = {};  ///< Of ontologies.
  };
  static Result<std::unique_ptr<Service>> listen(engine::Engine& engine, const Settings& settings, Log& log, const Options& options);
  virtual ~Service() = default;

  /// "http://127.0.0.1:8765"
  virtual std::string url() const = 0;
  /// Serves until `stop`; brings vectors of an older model up to date behind.
  virtual void run() = 0;
  /// Thread-safe.
  virtual void stop() = 0;
};

}  // namespace grove::serve
