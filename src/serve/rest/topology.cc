#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

#include "base/text.h"
#include "serve/http/problem.h"
#include "serve/json/topology_shapes.h"
#include "serve/rest/route.h"

// Groups of repositories and dependencies between them. Every answer carries the version of the whole as its ETag.
namespace grove::serve {
namespace {

using Action = TopologyChange::Action;

constexpr FieldSpec kNewGroupFields[] = {
    {.name = "name", .meaning = "What to call the group.", .need = FieldSpec::Need::kRequired},
    {.name = "repo_ids", .type = FieldType::kTextList, .meaning = "Names or ids of its first members.", .alias = "repos"},
};
constexpr FieldSpec kMemberFields[] = {{.name = "repo_ids",
                                        .type = FieldType::kTextList,
                                        .meaning = "Names or ids of repositories.",
                                        .alias = "repos",
                                        .need = FieldSpec::Need::kRequired}};
constexpr FieldSpec kDependencyFields[] = {
    {.name = "depends_on", .meaning = "Name or id of the repository that it needs.", .need = FieldSpec::Need::kRequired}};

constexpr FieldSpec kSuggestionQuery[] = {
    {.name = "repo",
     .type = FieldType::kTextList,
     .meaning = "names or ids of repositories at either end; all where none is named",
     .alias = "repos"},
    {.name = "dismissed", .type = FieldType::kBoolean, .meaning = "whether those that were dismissed are shown too", .fallback = "false"}};
constexpr FieldSpec kDecisionFields[] = {{.name = "decision",
                                          .type = FieldType::kChoice,
                                          .meaning = "Whether it becomes a dependency, or is not suggested again.",
                                          .need = FieldSpec::Need::kRequired,
                                          .choices = "accept|dismiss"}};

std::string tag_of(const Topology& topology) { return fmt::format("\"{}\"", topology.version); }

/// 304 where the client has it already (RFC 9110, 13.1.2).
HttpResponse shown(const Call& call, const Topology& topology, std::string json) {
  const std::string tag = tag_of(topology);
  for (const std::string_view known : split(call.request.header("If-None-Match"), ',')) {
    std::string_view one = trim(known);
    if (one.starts_with("W/")) one.remove_prefix(2);
    if (one == tag || one == "*") return {.status = 304, .content_type = "", .body = "", .headers = {{"ETag", tag}}};
  }
  HttpResponse response = json_response(std::move(json));
  response.headers.emplace_back("ETag", tag);
  return response;
}

/// The version of one of our tags; nothing for what is none. Weak ones match nothing here.
std::optional<std::uint64_t> version_of(std::string_view tag) {
  std::uint64_t version = 0;
  if (tag.size() <= 2 || tag.front() != '"' || tag.back() != '"') return std::nullopt;
  const char* const end = tag.data() + tag.size() - 1;
  const auto read = std::from_chars(tag.data() + 1, end, version);
  return read.ptr == end && read.ec == std::errc() ? std::optional(version) : std::nullopt;
}

/// The version that a client has seen, of `If-Match` (RFC 9110, 13.1.1); nothing where it doesn't matter to it. Of several that it would
/// take the present one, if that is among them.
Result<std::optional<std::uint64_t>> version_seen(Backend& backend, const Call& call) {
  const std::string_view given = trim(call.request.header("If-Match"));
  if (given.empty() || given == "*") return std::nullopt;
  std::vector<std::uint64_t> versions;
  for (const std::string_view tag : split(given, ','))
    if (const auto version = version_of(trim(tag))) versions.push_back(*version);
  if (versions.empty())
    return fail(ErrorCode::kStaleVersion, fmt::format("`If-Match: {}` is no version of groups and dependencies", given),
                "Send the ETag of an answer as it is.");
  if (versions.size() == 1) return versions.front();
  GROVE_ASSIGN_OR_RETURN(const Topology present, backend.engine.topology());
  const bool is_present = std::ranges::find(versions, present.version) != versions.end();
  return is_present ? present.version : versions.front();
}

Result<Topology> change(Backend& backend, const Call& call, TopologyChange wanted) {
  GROVE_ASSIGN_OR_RETURN(wanted.expected_version, version_seen(backend, call));
  return backend.engine.change_topology(wanted);
}

HttpResponse changed(const Result<Topology>& topology, std::string json, unsigned status) {
  return {.status = status, .body = std::move(json), .headers = {{"ETag", tag_of(*topology)}}};
}

HttpResponse changed_group(const Result<Topology>& topology, const std::string& name, unsigned status = 200) {
  if (!topology) return problem(topology.error());
  const auto group = engine::named_group(*topology, name);
  return group ? changed(topology, group_json(*group, *topology), status) : problem(group.error());
}

HttpResponse changed_relations(const Result<Topology>& topology, const std::string& repository, unsigned status = 200) {
  if (!topology) return problem(topology.error());
  const auto relations = engine::relations_of(*topology, repository);
  return relations ? changed(topology, relations_json(*relations, *topology), status) : problem(relations.error());
}

HttpResponse get_groups(Backend& backend, const Call& call) {
  const auto topology = backend.engine.topology();
  return topology ? shown(call, *topology, groups_json(*topology)) : problem(topology.error());
}

HttpResponse post_group(Backend& backend, const Call& call) {
  const std::string name = call.body.text("name");
  return changed_group(change(backend, call, {.action = Action::kCreateGroup, .group = name, .repositories = call.body.list("repo_ids")}),
                       name, 201);
}

HttpResponse delete_group(Backend& backend, const Call& call) {
  const auto topology = change(backend, call, {.action = Action::kDeleteGroup, .group = call.path[0]});
  return topology ? changed(topology, groups_json(*topology), 200) : problem(topology.error());
}

HttpResponse post_members(Backend& backend, const Call& call) {
  return changed_group(
      change(backend, call, {.action = Action::kAddToGroup, .group = call.path[0], .repositories = call.body.list("repo_ids")}),
      call.path[0]);
}

HttpResponse delete_member(Backend& backend, const Call& call) {
  return changed_group(change(backend, call, {.action = Action::kRemoveFromGroup, .group = call.path[0], .repositories = {call.path[1]}}),
                       call.path[0]);
}

HttpResponse get_relations(Backend& backend, const Call& call) {
  const auto topology = backend.engine.topology();
  if (!topology) return problem(topology.error());
  const auto relations = engine::relations_of(*topology, call.path[0]);
  return relations ? shown(call, *topology, relations_json(*relations, *topology)) : problem(relations.error());
}

HttpResponse post_dependency(Backend& backend, const Call& call) {
  return changed_relations(
      change(backend, call, {.action = Action::kAddDependency, .repository = call.path[0], .depends_on = call.body.text("depends_on")}),
      call.path[0], 201);
}

HttpResponse delete_dependency(Backend& backend, const Call& call) {
  return changed_relations(
      change(backend, call, {.action = Action::kRemoveDependency, .repository = call.path[0], .depends_on = call.path[1]}), call.path[0]);
}

HttpResponse get_graph(Backend& backend, const Call& call) {
  const auto topology = backend.engine.topology();
  return topology ? shown(call, *topology, relation_graph_json(*topology)) : problem(topology.error());
}

HttpResponse get_suggestions(Backend& backend, const Call& call) {
  using Dismissed = engine::SuggestionRequest::Dismissed;
  const auto dismissed = call.query.boolean("dismissed") ? Dismissed::kIncluded : Dismissed::kLeftOut;
  const auto found = backend.engine.suggestions({.repositories = call.query.list("repo"), .dismissed = dismissed}, call.cancel);
  return found ? json_response(suggestions_json(*found)) : problem(found.error());
}

HttpResponse post_decision(Backend& backend, const Call& call) {
  const Action action = call.body.text("decision") == "accept" ? Action::kAccept : Action::kDismiss;
  return changed_relations(change(backend, call, {.action = action, .repository = call.path[0], .depends_on = call.path[1]}), call.path[0]);
}

constexpr Route kRoutes[] = {
    {.method = "GET",
     .pattern = "/api/v1/groups",
     .summary = "Lists the groups of repositories with their members",
     .answer = "Groups",
     .versions = Route::Versions::kShown,
     .handle = get_groups},
    {.method = "POST",
     .pattern = "/api/v1/groups",
     .summary = "Makes a group",
     .answer = "Group",
     .status = "201",
     .versions = Route::Versions::kExpected,
     .body = kNewGroupFields,
     .handle = post_group},
    {.method = "DELETE",
     .pattern = "/api/v1/groups/{name}",
     .summary = "Deletes a group, never its repositories",
     .answer = "Groups",
     .versions = Route::Versions::kExpected,
     .handle = delete_group},
    {.method = "POST",
     .pattern = "/api/v1/groups/{name}/members",
     .summary = "Adds repositories to a group",
     .answer = "Group",
     .versions = Route::Versions::kExpected,
     .body = kMemberFields,
     .handle = post_members},
    {.method = "DELETE",
     .pattern = "/api/v1/groups/{name}/members/{repo}",
     .summary = "Takes a repository out of a group",
     .answer = "Group",
     .versions = Route::Versions::kExpected,
     .handle = delete_member},
    {.method = "GET",
     .pattern = "/api/v1/repos/{id}/relations",
     .summary = "Shows a repository's groups, what it depends on and what depends on it",
     .answer = "Relations",
     .versions = Route::Versions::kShown,
     .handle = get_relations},
    {.method = "POST",
     .pattern = "/api/v1/repos/{id}/dependencies",
     .summary = "Notes that a repository depends on another one; 409 where that would close a cycle",
     .answer = "Relations",
     .status = "201",
     .versions = Route::Versions::kExpected,
     .body = kDependencyFields,
     .handle = post_dependency},
    {.method = "DELETE",
     .pattern = "/api/v1/repos/{id}/dependencies/{target}",
     .summary = "Forgets that a repository depends on another one",
     .answer = "Relations",
     .versions = Route::Versions::kExpected,
     .handle = delete_dependency},
    {.method = "GET",
     .pattern = "/api/v1/graph/relations",
     .summary = "Shows all groups and dependencies",
     .answer = "RelationGraph",
     .versions = Route::Versions::kShown,
     .handle = get_graph},
    {.method = "GET",
     .pattern = "/api/v1/graph/suggestions",
     .summary = "Lists dependencies that nobody declared, with the places that say so",
     .answer = "Suggestions",
     .lane = Lane::kLong,
     .query = kSuggestionQuery,
     .handle = get_suggestions},
    {.method = "POST",
     .pattern = "/api/v1/repos/{id}/suggestions/{target}",
     .summary = "Makes a suggestion a dependency, or dismisses it for good",
     .answer = "Relations",
     .lane = Lane::kLong,
     .versions = Route::Versions::kExpected,
     .body = kDecisionFields,
     .handle = post_decision},
};

}  // namespace

std::span<const Route> topology_routes() { return kRoutes; }

}  // namespace grove::serve
