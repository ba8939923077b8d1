#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "engine/data_directory.h"
#include "engine/navigation.h"
#include "engine/navigation/scope.h"
#include "graph/web/flow.h"

namespace grove::engine {

/// What flows of each repository go by, made once for each generation of its graph. Thread-safe; one is made at a time.
class FlowIndexes {
 public:
  explicit FlowIndexes(const DataDirectory& directory) : directory_(directory) {}

  Result<std::shared_ptr<const graph::web::FlowIndex>> of(const GraphScope& scope, const CancelToken& cancel);
  void forget(const std::string& repository_id);

 private:
  struct Known {
    std::uint64_t generation = 0;
    std::shared_ptr<const graph::web::FlowIndex> index;
  };
  std::shared_ptr<const graph::web::FlowIndex> known(const GraphScope& scope);

  const DataDirectory& directory_;
  std::mutex making_;
  std::mutex mutex_;
  std::map<std::string, Known> known_;
};

/// An endpoint that somebody may have meant.
struct MeantEndpoint {
  const GraphScope* scope = nullptr;
  const graph::web::Endpoint* endpoint = nullptr;
};

/// What somebody calls an endpoint: verb and route, or a name of type or function.
class EndpointText {
 public:
  explicit EndpointText(std::string_view text);

  bool is_route() const { return !route_.empty(); }
  /// How well an endpoint fits, 1 best; 0 not at all. 1: the route itself; 2: a request that the route answers; 3: the route without a
  /// prefix. Of names: 1.
  int fit(const graph::web::Endpoint& endpoint) const;
  /// Whether a flow goes through what a name means.
  bool is_in(const graph::web::Flow& flow) const;

 private:
  bool names(std::string_view qualified) const;

  std::string verb_, route_, name_;
};

/// The best-fitting of some endpoints, each handler and route once.
std::vector<MeantEndpoint> best_fitting(const std::vector<MeantEndpoint>& all, const EndpointText& text);

FlowHit flow_hit(const MeantEndpoint& meant, const graph::web::Flow& flow);

}  // namespace grove::engine
