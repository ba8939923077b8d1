#pragma once

#include <optional>
#include <span>
#include <vector>

#include "graph/web/api_links.h"
#include "graph/web/route_tree.h"

namespace grove::graph::web {

/// What OpenAPI documents say of services whose code is not there. Immutable; the models must outlive it.
class DocumentedRoutes {
 public:
  explicit DocumentedRoutes(std::span<const RepositoryPrograms> programs);

  /// A link to the line of a document for requests that no code here answers, which differ by their base only; nothing where none describes
  /// them, or several services do. Documents of the own repository go before others.
  std::optional<ApiLink> link(std::size_t client, std::span<const ClientCall* const> calls) const;

 private:
  struct Described {
    std::size_t repository = 0;
    const Endpoint* endpoint = nullptr;
  };
  std::optional<ApiLink> link(std::size_t client, const ClientCall& call) const;

  std::vector<std::string> names_;  // of repositories
  std::vector<Described> described_;
  RouteTree routes_;  // values are places in `described_`
};

}  // namespace grove::graph::web
