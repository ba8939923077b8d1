#include "apps/grove/named_repositories.h"

#include <fmt/format.h>

namespace grove::cli {

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
