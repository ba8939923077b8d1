#include <algorithm>
#include <array>
#include <utility>

#include "serve/json/topology_shapes.h"
#include "serve/mcp/tools/tool.h"

namespace grove::serve::mcp {
namespace {

using Action = TopologyChange::Action;

constexpr FieldSpec kManageArguments[] = {
    {.name = "action",
     .type = FieldType::kChoice,
     .meaning = "What to change.",
     .need = FieldSpec::Need::kRequired,
     .choices = "create_group|delete_group|add_to_group|remove_from_group|add_dependency|remove_dependency"},
    {.name = "group", .meaning = "Name of the group; for actions on groups."},
    {.name = "repos", .type = FieldType::kTextList, .meaning = "Names of repositories; for create_group, add_to_group, remove_from_group."},
    {.name = "repo", .meaning = "Name of the repository that depends on another one; for actions on dependencies."},
    {.name = "depends_on", .meaning = "Name of the repository that it depends on."},
};

constexpr FieldSpec kShowArguments[] = {{.name = "repo", .meaning = "Name of one repository. Default: the whole graph."}};

/// An action with the arguments that it can't do without.
struct ActionSpec {
  std::string_view name;
  Action action;
  std::array<std::string_view, 2> needs;
};
constexpr ActionSpec kActions[] = {
    {"create_group", Action::kCreateGroup, {"group", ""}},
    {"delete_group", Action::kDeleteGroup, {"group", ""}},
    {"add_to_group", Action::kAddToGroup, {"group", "repos"}},
    {"remove_from_group", Action::kRemoveFromGroup, {"group", "repos"}},
    {"add_dependency", Action::kAddDependency, {"repo", "depends_on"}},
    {"remove_dependency", Action::kRemoveDependency, {"repo", "depends_on"}},
};

Json with_repo_id(const std::string& json) {
  Json answer = Json::parse(json);
  answer["repo_id"] = answer["repo"];
  return answer;
}

Result<Json> manage_repository_relations(const ToolCall& call) {
  const std::string wanted = call.arguments.text("action");
  const ActionSpec& spec = *std::ranges::find(kActions, wanted, &ActionSpec::name);
  for (const std::string_view needed : spec.needs)
    if (!needed.empty() && !call.arguments.has(needed))
      return fail(ErrorCode::kInvalidArgument, "argument `" + std::string(needed) + "` is missing for the action " + wanted);
  const TopologyChange change{.action = spec.action,
                              .group = call.arguments.text("group"),
                              .repositories = call.arguments.list("repos"),
                              .repository = call.arguments.text("repo"),
                              .depends_on = call.arguments.text("depends_on")};
  GROVE_ASSIGN_OR_RETURN(const Topology topology, call.backend.engine.change_topology(change));
  Json answer = {{"status", "ok"}, {"action", wanted}};
  if (!change.repository.empty()) {
    GROVE_ASSIGN_OR_RETURN(const auto relations, engine::relations_of(topology, change.repository));
    answer["relations"] = with_repo_id(relations_json(relations, topology));
  } else {
    answer["groups"] = Json::parse(groups_json(topology))["groups"];
  }
  answer["version"] = topology.version;
  return answer;
}

Result<Json> get_repository_relations(const ToolCall& call) {
  GROVE_ASSIGN_OR_RETURN(const Topology topology, call.backend.engine.topology());
  if (!call.arguments.has("repo")) return Json::parse(relation_graph_json(topology));
  GROVE_ASSIGN_OR_RETURN(const auto relations, engine::relations_of(topology, call.arguments.text("repo")));
  return with_repo_id(relations_json(relations, topology));
}

constexpr Tool kTools[] = {
    {.name = "manage_repository_relations",
     .title = "Change groups and dependencies",
     .description =
         "Changes how repositories belong together: makes and deletes named groups (never the repositories in them), changes who "
         "is in a group, and notes or forgets that one repository depends on another one. A dependency that would close a cycle "
         "is refused, and the cycle named. search_codebases searches by groups and along dependencies.",
     .arguments = kManageArguments,
     .effect = Tool::Effect::kWrites,
     .run = manage_repository_relations},
    {.name = "get_repository_relations",
     .title = "Show groups and dependencies",
     .description = "Shows the groups of one repository, what it depends on and what depends on it; without `repo` all groups and "
                    "dependencies there are. Use it to choose `groups`, `expand` and `expand_depth` of search_codebases.",
     .arguments = kShowArguments,
     .run = get_repository_relations},
};

}  // namespace

std::span<const Tool> relation_tools() { return kTools; }

}  // namespace grove::serve::mcp
