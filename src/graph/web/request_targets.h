#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/web/join_services.h"
#include "graph/web/route_tree.h"
#include "graph/web/web_model.h"

namespace grove::graph::web {

/// The programs of one repository.
struct RepositoryPrograms {
  std::string name;
  const WebModel* model = nullptr;
  std::vector<std::string> depends_on = {};  ///< Names of repositories that it needs, as a person said,
  std::vector<std::string> groups = {};      ///< and of the groups that it is in.
};

/// Says which service, and which endpoint of it, a request of code reaches, in the same repository or another one. Immutable, thread-safe;
/// the models must outlive it.
class RequestTargets {
 public:
  explicit RequestTargets(std::span<const RepositoryPrograms> programs);

  /// Whom a request reaches.
  struct Target {
    std::string service;
    std::size_t repository = 0;
    const Endpoint* endpoint = nullptr;  ///< Null where none of the service's answers that request.
  };
  /// Nothing where no service with code here is meant. A request without host reaches the only endpoint of another
  /// service of the same repository that answers it; what it reaches elsewhere is for `find_api_links` to say.
  std::optional<Target> of(std::size_t repository, const ClientCall& call) const;
  /// The requests that a function sends, in order of place.
  std::span<const ClientCall* const> sent_by(std::size_t repository, const CodeOwner& owner) const;
  /// The service that the code of a module belongs to.
  std::string service_of(std::size_t repository, std::string_view module) const;

 private:
  struct Served {
    std::string name;
    std::size_t repository = 0;
    std::string module;
    RouteTree routes;  // values are places in `endpoints_`
  };
  struct Answering {
    std::size_t service = 0;
    const Endpoint* endpoint = nullptr;
  };
  void add_endpoints(std::span<const RepositoryPrograms> programs);
  std::optional<std::size_t> service_in(std::size_t repository, std::string_view module) const;
  std::optional<std::size_t> named(const ClientCall& call, std::size_t repository) const;
  std::optional<Target> by_route(std::size_t repository, const ClientCall& call) const;
  static std::string key_of(std::size_t repository, std::string_view path, std::uint32_t line, std::string_view request);

  std::vector<std::string> repositories_;
  std::vector<Served> services_;
  std::vector<Answering> endpoints_;
  std::vector<RouteTree> routes_;  // of all services of each repository
  std::map<std::string, std::vector<std::size_t>, std::less<>> by_alias_;
  std::map<std::string, std::size_t, std::less<>> by_request_;             // services by place and request, as the map of services has them
  std::vector<std::map<CodeOwner, std::vector<const ClientCall*>>> sent_;  // by repository
};

}  // namespace grove::graph::web
