#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "base/log.h"
#include "base/result.h"
#include "engine/engine.h"
#include "engine/jobs.h"
#include "serve/mcp/profiles.h"

namespace grove::serve::mcp {

class Endpoint;

/// Grove for assistants: its tools, resources and prompts over MCP, on whatever transport. Thread-safe.
class Host {
 public:
  struct Options {
    std::string working_directory = {};          ///< What "." means to tools; empty over HTTP.
    std::chrono::milliseconds patience{20'000};  ///< How long an answer over HTTP that is no stream may take.
    Fixtures fixtures = Fixtures::kNone;
    const Handover* handover = nullptr;  ///< For what another process has locked; outlives the host.
    GraphAccess* graph = nullptr;        ///< The knowledge graph; outlives the host.
    std::string catalog_directory = {};  ///< Of ontologies.
  };
  /// `engine`, `jobs` and `log` outlive it.
  Host(engine::Engine& engine, engine::Jobs& jobs, Log& log, const Options& options);
  ~Host();
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  Endpoint& endpoint();
  /// A client over descriptors, until it leaves or `stop` becomes readable; see serve_stdio. kNotFound where there is no such profile.
  struct Descriptors {
    int input = 0, output = 1, stop = -1;
  };
  Status serve(const std::string& profile, const Descriptors& descriptors);
  /// To be told of every job that ended: clients may watch the status. Quick; may be called with a lock of `jobs` held.
  void job_ended();
  /// Ends all sessions and streams over HTTP.
  void stop();
  /// Stops, and waits for the work that was begun; `jobs` has to be stopped before. Nothing is worked on after it.
  void close();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace grove::serve::mcp
