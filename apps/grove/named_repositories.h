#pragma once

#include <string>
#include <vector>

#include "apps/grove/command.h"

namespace grove::cli {

/// `--repo`, of every command that names repositories: the same as their names given as arguments.
inline constexpr OptionSpec kRepoOption = {
    .name = "repo", .value = "R", .help = "The same as a NAME", .type = OptionType::kList, .completion = Completion::kRepository};

/// Names given as arguments, then those given by `--repo`.
std::vector<std::string> named_repositories(const Invocation& invocation);

/// The one that was named. kInvalidArgument where none or several were.
Result<std::string> named_repository(const Invocation& invocation);

}  // namespace grove::cli
