#include "apps/grove/named_repositories.h"

#include <fmt/format.h>

#include "base/text.h"
#include "engine/topology/relations.h"

namespace grove::cli {

Result<std::vector<std::string>> repositories_in_scope(const Invocation& invocation, engine::Engine& engine) {
  std::vector<std::string> names = invocation.list(kRepoOption.name);
  const std::vector<std::string> groups = invocation.list(kGroupOption.name);
  if (groups.empty()) return names;
  GROVE_ASSIGN_OR_RETURN(const Topology topology, engine.topology());
  for (const std::string& group : groups) {
    GROVE_ASSIGN_OR_RETURN(const RepositoryGroup named, engine::named_group(topology, group));
    names.insert(names.end(), named.members.begin(), named.members.end());
  }
  if (names.empty())
    return fail(ErrorCode::kNotFound, fmt::format("the group {} has no repositories", join(groups, ", ")),
                fmt::format("`grove group add {} REPO` adds some.", groups.front()));
  return names;
}

std::vector<std::string> named_repositories(const Invocation& invocation) {
  std::vector<std::string> names = invocation.arguments;
  const std::vector<std::string> more = invocation.list(kRepoOption.name);
  names.insert(names.end(), more.begin(), more.end());
  return names;
}

Result<std::vector<Repository>> chosen_repositories(engine::Engine& engine, const std::vector<std::string>& names) {
  std::vector<Repository> repositories;
  if (names.empty()) {
    GROVE_ASSIGN_OR_RETURN(const auto states, engine.repositories());
    for (const engine::RepositoryState& state : states) repositories.push_back(state.repository);
  }
  for (const std::string& name : names) {
    GROVE_ASSIGN_OR_RETURN(const engine::RepositoryState state, engine.repository(name));
    repositories.push_back(state.repository);
  }
  return repositories;
}

Result<std::string> named_repository(const Invocation& invocation) {
  std::vector<std::string> names = named_repositories(invocation);
  if (names.size() == 1) return std::move(names.front());
  if (names.empty()) {
    return fail(ErrorCode::kInvalidArgument, fmt::format("`grove {}` needs NAME", invocation.command->name), "`grove list` shows them.");
  }
  return fail(ErrorCode::kInvalidArgument, fmt::format("`grove {}` takes one NAME, not {}", invocation.command->name, names.size()));
}

}  // namespace grove::cli
