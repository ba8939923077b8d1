#include <fmt/format.h>

#include <map>

#include "engine/local_engine.h"

// LocalEngine's knowledge of how repositories belong together.
namespace grove::engine {
namespace {

/// Adds the dependencies that requests between repositories speak of. What only a name in common says is left out.
void suggest_by_links(const std::vector<ApiLinkHit>& links, const Topology& topology, SuggestionBook& book) {
  std::map<std::string_view, std::string_view> ids;
  for (const Repository& repository : topology.repositories) ids.emplace(repository.name, repository.id);
  for (const ApiLinkHit& link : links) {
    if (link.confidence == Confidence::kName) continue;
    const std::string request = fmt::format("{} {}", link.endpoint.http_method, link.endpoint.route);
    book.add(ids[link.client.repository], ids[link.endpoint.repository],
             {.kind = "api",
              .name = request,
              .path = link.client.path,
              .line = link.client.line,
              .target_path = link.endpoint.path,
              .target_line = link.endpoint.line,
              .reason = fmt::format("{} sends {}, which {} of {} answers", link.client.path, request, link.endpoint.path,
                                    link.endpoint.repository)});
  }
}

}  // namespace

Result<Topology> LocalEngine::topology() { return registry_->topology(); }

Result<Topology> LocalEngine::change_topology(const TopologyChange& change) {
  const bool is_decision = change.action == TopologyChange::Action::kAccept || change.action == TopologyChange::Action::kDismiss;
  if (is_decision) GROVE_RETURN_IF_ERROR(check_suggested(change));
  return registry_->change_topology(change);
}

Status LocalEngine::check_suggested(const TopologyChange& change) {
  GROVE_ASSIGN_OR_RETURN(const Repository from, registry_->repository(change.repository));
  GROVE_ASSIGN_OR_RETURN(const Repository to, registry_->repository(change.depends_on));
  GROVE_ASSIGN_OR_RETURN(const Topology known, registry_->topology());
  for (const RepositoryDependency& one : known.dependencies)
    if (one.from == from.id && one.to == to.id) return {};
  GROVE_ASSIGN_OR_RETURN(const Suggestions made, suggestions({.dismissed = SuggestionRequest::Dismissed::kIncluded}, CancelToken()));
  for (const SuggestedDependency& one : made.suggestions)
    if (one.from == from.name && one.to == to.name) return {};
  return fail(ErrorCode::kNotFound, fmt::format("nothing suggests that {} depends on {}", from.name, to.name),
              fmt::format("`grove relation add {} {}` notes it all the same", from.name, to.name));
}

Result<Suggestions> LocalEngine::suggestions(const SuggestionRequest& request, const CancelToken& cancel) {
  GROVE_ASSIGN_OR_RETURN(const Topology topology, registry_->topology());
  SuggestionRequest wanted = request;
  for (std::string& name : wanted.repositories) {
    GROVE_ASSIGN_OR_RETURN(const Repository* found, corpus::find_repository(topology.repositories, name));
    name = found->id;
  }
  GROVE_ASSIGN_OR_RETURN(Asked asked, open_graphs(topology.repositories, Named::kAll));
  SuggestionBook book(topology);
  GROVE_RETURN_IF_ERROR(suggest_by_packages(asked.scopes, packages_, book, cancel));
  constexpr std::size_t kMostLinks = 100'000;
  const auto found = links({.limit = kMostLinks}, cancel);
  if (found) suggest_by_links(found->links, topology, book);
  if (!found && found.error().code == ErrorCode::kCancelled) return std::unexpected(found.error());
  if (!found) asked.warnings.push_back("requests between repositories were not looked at: " + describe(found.error()));
  return Suggestions{.suggestions = book.take(wanted), .version = topology.version, .warnings = std::move(asked.warnings)};
}

Result<std::vector<ScopedRepository>> LocalEngine::scoped(const RepositoryScope& scope) {
  Topology topology;
  if (scope.groups.empty() && scope.expand == Expand::kNone) {
    GROVE_ASSIGN_OR_RETURN(topology.repositories, registry_->repositories());
  } else {
    GROVE_ASSIGN_OR_RETURN(topology, registry_->topology());
  }
  return resolve_scope(topology, scope);
}

}  // namespace grove::engine
