#include <fmt/format.h>

#include "apps/grove/commands/commands.h"
#include "apps/grove/session.h"
#include "apps/grove/terminal/table.h"
#include "base/text.h"
#include "serve/json/topology_shapes.h"

// Named groups of repositories.
namespace grove::cli {
namespace {

using Action = TopologyChange::Action;

constexpr ArgumentSpec kGroup[] = {{.name = "GROUP", .help = "Name of the group"}};
constexpr ArgumentSpec kGroupAndRepositories[] = {
    {.name = "GROUP", .help = "Name of the group"},
    {.name = "REPO", .help = "Names or ids of repositories", .count = ArgumentSpec::Count::kAny, .completion = Completion::kRepository}};
constexpr OptionSpec kRepositories[] = {{.name = "repos",
                                         .value = "R",
                                         .help = "The same as REPO; further names may follow",
                                         .type = OptionType::kList,
                                         .completion = Completion::kRepository}};

std::string shown(const std::vector<RepositoryGroup>& groups, const Console& console) {
  Table table({"group", "repositories"}, console);
  for (const RepositoryGroup& group : groups) table.add({console.bold(group.name), join(group.members, ", ")});
  return table.text();
}

/// `GROUP [REPO…] [--repos R]…`
TopologyChange change_of(Action action, const Invocation& invocation) {
  TopologyChange change{.action = action, .group = invocation.arguments.front(), .repositories = invocation.list("repos")};
  change.repositories.insert(change.repositories.end(), invocation.arguments.begin() + 1, invocation.arguments.end());
  return change;
}

Result<int> run_change(Action action, const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  const TopologyChange change = change_of(action, invocation);
  GROVE_ASSIGN_OR_RETURN(const Topology topology, engine->change_topology(change));
  GROVE_ASSIGN_OR_RETURN(const RepositoryGroup group, engine::named_group(topology, change.group));
  const Console& console = session.console();
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? serve::group_json(group, topology) + '\n' : shown({group}, console)));
  return 0;
}

Result<int> run_create(const Invocation& invocation, Session& session) { return run_change(Action::kCreateGroup, invocation, session); }
Result<int> run_add(const Invocation& invocation, Session& session) { return run_change(Action::kAddToGroup, invocation, session); }
Result<int> run_remove(const Invocation& invocation, Session& session) { return run_change(Action::kRemoveFromGroup, invocation, session); }

Result<int> run_delete(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  GROVE_ASSIGN_OR_RETURN(const Topology topology, engine->change_topology(change_of(Action::kDeleteGroup, invocation)));
  const Console& console = session.console();
  const std::string text = fmt::format("deleted the group {}; its repositories stay\n", invocation.arguments.front());
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? serve::groups_json(topology) + '\n' : text));
  return 0;
}

Result<int> run_list(const Invocation&, Session& session) {
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  GROVE_ASSIGN_OR_RETURN(const Topology topology, engine->topology());
  const Console& console = session.console();
  if (topology.groups.empty()) console.note("There are no groups yet: `grove group create NAME REPO…` makes one.");
  if (topology.groups.empty() && !console.json()) return 0;
  GROVE_RETURN_IF_ERROR(
      console.print(console.json() ? serve::groups_json(topology) + '\n' : shown(engine::named_groups(topology), console)));
  return 0;
}

}  // namespace

const CommandSpec kGroupCreateCommand = {
    .name = "group create",
    .summary = "Make a named group of repositories",
    .description = "A repository may be in several groups. `grove search QUERY --group GROUP` searches one.",
    .arguments = kGroupAndRepositories,
    .options = kRepositories,
    .examples = "grove group create platform\ngrove group create platform --repos auth-service shared-schemas",
    .run = run_create,
};

const CommandSpec kGroupDeleteCommand = {
    .name = "group delete", .summary = "Delete a group, never its repositories", .arguments = kGroup, .run = run_delete};

const CommandSpec kGroupAddCommand = {
    .name = "group add",
    .summary = "Add repositories to a group",
    .arguments = kGroupAndRepositories,
    .options = kRepositories,
    .examples = "grove group add platform web-client",
    .run = run_add,
};

const CommandSpec kGroupRemoveCommand = {
    .name = "group remove",
    .summary = "Take repositories out of a group",
    .arguments = kGroupAndRepositories,
    .options = kRepositories,
    .run = run_remove,
};

const CommandSpec kGroupListCommand = {.name = "group list", .summary = "List the groups with their repositories", .run = run_list};

}  // namespace grove::cli
