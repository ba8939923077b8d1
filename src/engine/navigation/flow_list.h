#pragma once

#include <string>
#include <vector>

#include "engine/navigation.h"
#include "engine/navigation/scope.h"
#include "graph/web/web_model.h"

namespace grove::engine {

/// An endpoint that somebody may have meant.
struct MeantEndpoint {
  const GraphScope* scope = nullptr;
  std::size_t repository = 0;  ///< Number of the scope among those that flows go through.
  const graph::web::Endpoint* endpoint = nullptr;
};

/// What somebody calls an endpoint: verb and route, or a name of type or function.
class EndpointText {
 public:
  explicit EndpointText(std::string_view text);

  bool is_route() const { return !route_.empty(); }
  /// How well an endpoint fits, 1 best; 0 not at all. 1: the route itself; 2: a request that the route answers; 3: the route without a
  /// prefix, by more than its parameters. Of names: 1.
  int fit(const graph::web::Endpoint& endpoint) const;
  /// The same for a route alone; 0 for names.
  int fit_route(std::string_view http_method, std::string_view route) const;
  /// Whether a flow goes through what a name means.
  bool is_in(const graph::web::Flow& flow) const;

 private:
  bool names(std::string_view qualified) const;

  std::string verb_, route_, name_;
};

/// The best-fitting of some endpoints, each handler and route once.
std::vector<MeantEndpoint> best_fitting(const std::vector<MeantEndpoint>& all, const EndpointText& text);

/// `OrderController.place`
std::string flow_name(const graph::web::Endpoint& endpoint);

/// `scopes` in the order in which the flow numbers repositories.
FlowHit flow_hit(const MeantEndpoint& meant, const graph::web::Flow& flow, const std::vector<GraphScope>& scopes);

}  // namespace grove::engine
