#pragma once

#include <string>
#include <vector>

#include "apps/grove/command.h"
#include "engine/engine.h"

namespace grove::cli {

/// `--repo`, of every command that names repositories: the same as their names given as arguments.
inline constexpr OptionSpec kRepoOption = {
    .name = "repo", .value = "R", .help = "The same as a NAME", .type = OptionType::kList, .completion = Completion::kRepository};

/// `--group`, of commands that are about several repositories.
inline constexpr OptionSpec kGroupOption = {
    .name = "group", .value = "G", .help = "Only repositories of this group", .type = OptionType::kList};

/// The repositories that `--repo` and `--group` name together; none where neither was given, which means all. kNotFound where groups
/// without members are all that was named: nothing must not become everything.
Result<std::vector<std::string>> repositories_in_scope(const Invocation& invocation, engine::Engine& engine);

/// Names given as arguments, then those given by `--repo`.
std::vector<std::string> named_repositories(const Invocation& invocation);

/// Those of some names, all where there are none. kNotFound names near ones.
Result<std::vector<Repository>> chosen_repositories(engine::Engine& engine, const std::vector<std::string>& names);

/// The one that was named. kInvalidArgument where none or several were.
Result<std::string> named_repository(const Invocation& invocation);

}  // namespace grove::cli
