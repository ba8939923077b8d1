#include "corpus/topology_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/clock.h"
#include "base/text.h"

namespace grove::corpus {
namespace {

using Origin = RepositoryDependency::Origin;
using Action = TopologyChange::Action;

/// Places of repositories by id, which is the order of their names.
using Places = std::unordered_map<std::string_view, std::size_t>;

Places places_of(const std::vector<Repository>& repositories) {
  Places places;
  for (std::size_t i = 0; i < repositories.size(); ++i) places.emplace(repositories[i].id, i);
  return places;
}

Result<std::vector<RepositoryGroup>> read_groups(Database& database, const Places& places) {
  std::vector<RepositoryGroup> groups;
  {
    GROVE_ASSIGN_OR_RETURN(const LentStatement rows, database.lend("SELECT name FROM repository_groups ORDER BY name"));
    rows->start();
    while (true) {
      GROVE_ASSIGN_OR_RETURN(const bool more, rows->step());
      if (!more) break;
      groups.push_back({.name = std::string(rows->text(0))});
    }
  }
  GROVE_ASSIGN_OR_RETURN(const LentStatement rows, database.lend("SELECT group_name, repository FROM group_members ORDER BY group_name"));
  rows->start();
  for (auto group = groups.begin();;) {
    GROVE_ASSIGN_OR_RETURN(const bool more, rows->step());
    if (!more) break;
    while (group != groups.end() && group->name != rows->text(0)) ++group;
    if (group == groups.end()) break;
    if (places.contains(rows->text(1))) group->members.emplace_back(rows->text(1));
  }
  for (RepositoryGroup& group : groups) std::ranges::sort(group.members, {}, [&](const std::string& id) { return places.at(id); });
  return groups;
}

/// Rows of the two ends and an origin. `sql` is a constant.
Result<std::vector<RepositoryDependency>> read_pairs(Database& database, const char* sql, const Places& places) {
  std::vector<RepositoryDependency> pairs;
  GROVE_ASSIGN_OR_RETURN(const LentStatement rows, database.lend(sql));
  rows->start();
  while (true) {
    GROVE_ASSIGN_OR_RETURN(const bool more, rows->step());
    if (!more) break;
    if (!places.contains(rows->text(0)) || !places.contains(rows->text(1))) continue;
    pairs.push_back({.from = std::string(rows->text(0)),
                     .to = std::string(rows->text(1)),
                     .origin = rows->integer(2) == static_cast<std::int64_t>(Origin::kAccepted) ? Origin::kAccepted : Origin::kDeclared});
  }
  std::ranges::sort(pairs, {}, [&](const RepositoryDependency& pair) { return std::pair(places.at(pair.from), places.at(pair.to)); });
  return pairs;
}

/// Ids of the repositories that a change names, none twice.
Result<std::vector<std::string>> ids_of(const Topology& present, const std::vector<std::string>& names) {
  std::vector<std::string> ids;
  for (const std::string& name : names) {
    GROVE_ASSIGN_OR_RETURN(const Repository* found, find_repository(present.repositories, name));
    if (std::ranges::find(ids, found->id) == ids.end()) ids.push_back(found->id);
  }
  return ids;
}

template <class... Values>
Status run(Database& database, const char* sql, const Values&... values) {
  GROVE_ASSIGN_OR_RETURN(const LentStatement statement, database.lend(sql));
  return statement->run(values...);
}

Status add_members(Database& database, const std::string& group, const std::vector<std::string>& ids) {
  for (const std::string& id : ids)
    GROVE_RETURN_IF_ERROR(run(database, "INSERT INTO group_members VALUES (?, ?) ON CONFLICT DO NOTHING", group, id));
  return {};
}

Status create_group(Database& database, const Topology& present, const TopologyChange& change) {
  GROVE_RETURN_IF_ERROR(check_name(change.group, "a group"));
  if (std::ranges::find(present.groups, change.group, &RepositoryGroup::name) != present.groups.end())
    return fail(ErrorCode::kAlreadyExists, fmt::format("there is a group named \"{}\" already", change.group),
                fmt::format("`grove group add {} REPO` adds to it", change.group));
  GROVE_ASSIGN_OR_RETURN(const std::vector<std::string> ids, ids_of(present, change.repositories));
  GROVE_RETURN_IF_ERROR(run(database, "INSERT INTO repository_groups VALUES (?, ?)", change.group, unix_ms()));
  return add_members(database, change.group, ids);
}

Status change_members(Database& database, const Topology& present, const TopologyChange& change) {
  GROVE_ASSIGN_OR_RETURN(const RepositoryGroup* group, find_group(present.groups, change.group));
  if (change.repositories.empty())
    return fail(ErrorCode::kInvalidArgument, fmt::format("no repository was named for the group {}", group->name), "name one or more");
  GROVE_ASSIGN_OR_RETURN(const std::vector<std::string> ids, ids_of(present, change.repositories));
  if (change.action == Action::kAddToGroup) return add_members(database, group->name, ids);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (std::ranges::find(group->members, ids[i]) == group->members.end())
      return fail(ErrorCode::kNotFound, fmt::format("{} is not in the group {}", change.repositories[i], group->name),
                  "`grove group list` shows who is");
    GROVE_RETURN_IF_ERROR(run(database, "DELETE FROM group_members WHERE group_name = ? AND repository = ?", group->name, ids[i]));
  }
  return {};
}

Status delete_group(Database& database, const Topology& present, const TopologyChange& change) {
  GROVE_ASSIGN_OR_RETURN(const RepositoryGroup* group, find_group(present.groups, change.group));
  return run(database, "DELETE FROM repository_groups WHERE name = ?", group->name);
}

/// The two ends of a dependency.
struct Ends {
  const Repository& from;
  const Repository& to;
};

Status refuse_cycle(const Topology& present, const Ends& ends) {
  const std::vector<std::string> cycle = closed_cycle(present.dependencies, ends.from.id, ends.to.id);
  if (cycle.empty()) return {};
  const Places places = places_of(present.repositories);
  std::vector<std::string> names;
  for (const std::string& id : cycle) names.push_back(present.repositories[places.at(id)].name);
  return fail(ErrorCode::kDependencyCycle,
              fmt::format("DependencyCycleError: {} cannot depend on {}, since that closes the cycle {}", ends.from.name, ends.to.name,
                          join(names, " → ")),
              names.size() > 2 ? "remove one of the other dependencies first" : "name two repositories");
}

Status add_dependency(Database& database, const Topology& present, const Ends& ends, Origin origin) {
  GROVE_RETURN_IF_ERROR(refuse_cycle(present, ends));
  const std::string& from = ends.from.id;
  const std::string& to = ends.to.id;
  GROVE_RETURN_IF_ERROR(run(database, "DELETE FROM dismissed_suggestions WHERE dependent = ? AND dependency = ?", from, to));
  return run(database, "INSERT INTO dependencies VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", from, to, static_cast<int>(origin),
             unix_ms());
}

Status remove_dependency(Database& database, const Topology& present, const Ends& ends) {
  const bool is_there = std::ranges::any_of(
      present.dependencies, [&](const RepositoryDependency& one) { return one.from == ends.from.id && one.to == ends.to.id; });
  if (!is_there)
    return fail(ErrorCode::kNotFound, fmt::format("{} does not depend on {}", ends.from.name, ends.to.name),
                fmt::format("`grove relation show {}` shows what it depends on", ends.from.name));
  return run(database, "DELETE FROM dependencies WHERE dependent = ? AND dependency = ?", ends.from.id, ends.to.id);
}

Status change_dependency(Database& database, const Topology& present, const TopologyChange& change) {
  GROVE_ASSIGN_OR_RETURN(const Repository* from, find_repository(present.repositories, change.repository));
  GROVE_ASSIGN_OR_RETURN(const Repository* to, find_repository(present.repositories, change.depends_on));
  const Ends ends{*from, *to};
  switch (change.action) {
    case Action::kAddDependency: return add_dependency(database, present, ends, Origin::kDeclared);
    case Action::kAccept: return add_dependency(database, present, ends, Origin::kAccepted);
    case Action::kRemoveDependency: return remove_dependency(database, present, ends);
    default: return run(database, "INSERT INTO dismissed_suggestions VALUES (?, ?, ?) ON CONFLICT DO NOTHING", from->id, to->id, unix_ms());
  }
}

}  // namespace

Result<Topology> read_topology(Database& database, std::vector<Repository> repositories) {
  Topology topology;
  GROVE_ASSIGN_OR_RETURN(const std::int64_t version, database.integer("SELECT version FROM topology"));
  topology.version = static_cast<std::uint64_t>(version);
  const Places places = places_of(repositories);
  GROVE_ASSIGN_OR_RETURN(topology.groups, read_groups(database, places));
  GROVE_ASSIGN_OR_RETURN(topology.dependencies, read_pairs(database, "SELECT dependent, dependency, origin FROM dependencies", places));
  GROVE_ASSIGN_OR_RETURN(topology.dismissed, read_pairs(database, "SELECT dependent, dependency, 0 FROM dismissed_suggestions", places));
  topology.repositories = std::move(repositories);
  return topology;
}

Status apply_change(Database& database, const Topology& present, const TopologyChange& change) {
  if (change.expected_version && *change.expected_version != present.version)
    return fail(ErrorCode::kStaleVersion,
                fmt::format("groups and dependencies have changed meanwhile: they are at version {}, not {}", present.version,
                            *change.expected_version),
                "read them again, and repeat the change if it is still wanted");
  switch (change.action) {
    case Action::kCreateGroup: return create_group(database, present, change);
    case Action::kDeleteGroup: return delete_group(database, present, change);
    case Action::kAddToGroup:
    case Action::kRemoveFromGroup: return change_members(database, present, change);
    default: return change_dependency(database, present, change);
  }
}

std::vector<std::string> closed_cycle(const std::vector<RepositoryDependency>& dependencies, const std::string& from,
                                      const std::string& to) {
  if (from == to) return {from, to};
  std::unordered_map<std::string_view, std::vector<std::string_view>> needs;
  for (const RepositoryDependency& one : dependencies) needs[one.from].push_back(one.to);
  std::unordered_map<std::string_view, std::string_view> reached_from{{to, {}}};
  std::vector<std::string_view> queue{to};
  for (std::size_t next = 0; next < queue.size() && !reached_from.contains(from); ++next) {
    const auto found = needs.find(queue[next]);
    if (found == needs.end()) continue;
    for (const std::string_view needed : found->second)
      if (reached_from.emplace(needed, queue[next]).second) queue.push_back(needed);
  }
  if (!reached_from.contains(from)) return {};
  std::vector<std::string> cycle;
  for (std::string_view id = from; !id.empty(); id = reached_from.at(id)) cycle.emplace_back(id);
  cycle.push_back(from);
  std::ranges::reverse(cycle);
  return cycle;
}

}  // namespace grove::corpus
