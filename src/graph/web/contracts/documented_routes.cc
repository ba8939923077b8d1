#include "graph/web/contracts/documented_routes.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace grove::graph::web {
namespace {

/// Segments that are written out: one alone, `/users`, may be anybody's.
std::size_t literals_of(std::string_view route) {
  const std::vector<std::string_view> segments = split(route, '/');
  return static_cast<std::size_t>(
      std::ranges::count_if(segments, [](std::string_view one) { return !one.empty() && one.find('{') == std::string_view::npos; }));
}

}  // namespace

DocumentedRoutes::DocumentedRoutes(std::span<const RepositoryPrograms> programs) {
  for (std::size_t i = 0; i < programs.size(); ++i) {
    names_.push_back(programs[i].name);
    for (const Endpoint& one : programs[i].model->declared) {
      if (one.framework != Framework::kOpenApi) continue;
      routes_.add(one.route, one.http_method, described_.size());
      described_.push_back({.repository = i, .endpoint = &one});
    }
  }
}

std::optional<ApiLink> DocumentedRoutes::link(std::size_t client, std::span<const ClientCall* const> calls) const {
  if (described_.empty()) return std::nullopt;
  for (const ClientCall* call : calls)
    if (auto found = link(client, *call)) return found;
  return std::nullopt;
}

std::optional<ApiLink> DocumentedRoutes::link(std::size_t client, const ClientCall& call) const {
  const bool is_generated = call.library == ClientLibrary::kOpenApi;
  if (call.http_method.empty() || (!is_generated && literals_of(call.route) < 2)) return std::nullopt;
  std::vector<const Described*> near, all;
  for (const std::size_t one : routes_.find(call.route, call.http_method)) {
    all.push_back(&described_[one]);
    if (described_[one].repository == client) near.push_back(&described_[one]);
  }
  const std::vector<const Described*>& candidates = near.empty() ? all : near;
  if (candidates.empty() || (candidates.size() > 1 && near.empty())) return std::nullopt;
  const Described& best = *candidates.front();
  return ApiLink{.client = client,
                 .call = &call,
                 .server = best.repository,
                 .endpoint = best.endpoint,
                 .confidence = Confidence::kName,
                 .evidence = fmt::format("{}:{}:{} describes {} {}; no code here answers it", names_[best.repository], best.endpoint->path,
                                         best.endpoint->line, call.http_method, best.endpoint->route)};
}

}  // namespace grove::graph::web
