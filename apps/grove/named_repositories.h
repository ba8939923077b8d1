#pragma once

#include <string>
#include <vector>

#include "apps/grove/command.h"
#include "engine/engine.h"

namespace grove::cli {

/// `--repo`, of every command that names repositories: the same as their names given as arguments.
inline constexpr OptionSpec kRepoOption = {
    .name = "repo", .value = "R", .help = "The same as a NAME", .type = OptionType::kList, .completion = Completion::kRepository};

/// Names given as arguments, then those given by `--repo`.
std::vector<std::string> named_repositories(const Invocation& invocation);

/// Those of some names, all where there are none. kNotFound names near ones.
Result<std::vector<Repository>> chosen_repositories(engine::Engine& engine, const std::vector<std::string>& names);

/// The one that was named. kInvalidArgument where none or several were.
Result<std::string> named_repository(const Invocation& invocation);

}  // namespace grove::cli
