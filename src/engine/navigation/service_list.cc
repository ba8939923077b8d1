#include "engine/navigation/service_list.h"

#include <algorithm>

#include "base/text.h"
#include "engine/navigation/words.h"
#include "graph/web/draw_services.h"

namespace grove::engine {
namespace {

using graph::web::MappedEdge;
using graph::web::MappedService;

/// Of repositories; empty for what stands in none.
struct Names {
  std::span<const graph::web::RepositoryServices> repositories;

  std::string of(std::size_t repository) const { return repository < repositories.size() ? repositories[repository].name : std::string(); }
};

bool matches(const graph::web::Service& service, const std::vector<std::string>& words) {
  return has_all_words(service.name + ' ' + service.module + ' ' + service.system + ' ' + join(service.aliases, " "), words);
}

ServiceHit service_hit(const MappedService& mapped, std::string repository) {
  const graph::web::Service& service = mapped.service;
  ServiceHit hit{.name = service.name,
                 .repository = std::move(repository),
                 .module = service.module,
                 .aliases = {},
                 .role = std::string(graph::web::role_name(service.role)),
                 .system = service.system,
                 .is_infrastructure = service.is_infrastructure(),
                 .has_code = service.has_code,
                 .port = service.ports.empty() ? std::uint16_t{0} : service.ports.front(),
                 .path = service.evidence.path,
                 .line = service.evidence.line};
  for (const std::string& alias : service.aliases)
    if (!equals_ignoring_ascii_case(alias, service.name)) hit.aliases.push_back(alias);
  return hit;
}

ServiceEdge service_edge(const graph::web::ServiceMap& map, const MappedEdge& edge, const Names& names) {
  ServiceEdge hit{.from = map.services[edge.from].service.name,
                  .to = map.services[edge.to].service.name,
                  .kind = std::string(graph::web::link_name(edge.kind)),
                  .repository = names.of(edge.repository),
                  .path = edge.evidence.path,
                  .from_repository = names.of(map.services[edge.from].repository),
                  .to_repository = names.of(map.services[edge.to].repository),
                  .line = edge.evidence.line,
                  .confidence = edge.confidence,
                  .requests = {}};
  for (const graph::web::MappedRequest& request : edge.requests)
    hit.requests.push_back({.http_method = request.http_method,
                            .route = request.route,
                            .via = request.via,
                            .path = request.evidence.path,
                            .line = request.evidence.line});
  return hit;
}

}  // namespace

ServiceMap select_services(const graph::web::ServiceMap& map, std::span<const graph::web::RepositoryServices> repositories,
                           std::string_view query) {
  std::vector<std::string> words;
  for (const std::string_view word : split_words(query)) words.push_back(to_lower_ascii(word));
  std::vector<bool> meant, drawn;
  for (const MappedService& service : map.services) meant.push_back(matches(service.service, words));
  drawn = meant;
  ServiceMap found;
  const Names names{repositories};
  for (std::size_t i = 0; i < map.services.size(); ++i)
    if (meant[i]) found.services.push_back(service_hit(map.services[i], names.of(map.services[i].repository)));
  for (const MappedEdge& edge : map.edges) {
    if (!meant[edge.from] && !meant[edge.to]) continue;
    drawn[edge.from] = drawn[edge.to] = true;
    found.edges.push_back(service_edge(map, edge, names));
  }
  found.mermaid = graph::web::mermaid_of(map, drawn);
  found.graphviz = graph::web::graphviz_of(map, drawn);
  return found;
}

}  // namespace grove::engine
