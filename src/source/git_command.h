#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/process.h"
#include "base/result.h"
#include "source/git_url.h"

namespace grove::source {

enum class GitReach {
  kLocal,   ///< Reads or writes one repository on disk; opens no connection, not even to fetch what it lacks.
  kRemote,  ///< Talks to where the repository comes from.
};

/// One run of the `git` program in which nothing that a repository says can make it run another program: no hooks, no file system monitor,
/// no filters, no submodules, no remote helpers, no prompts. The user's own configuration (proxies, credentials, certificates) counts for
/// connections.
struct GitCommand {
  std::vector<std::string> arguments;  ///< From the subcommand on.
  std::string directory{};             ///< The working tree or repository it is about; empty for none.
  GitReach reach = GitReach::kLocal;
  const GitUrl* remote = nullptr;  ///< Whose credentials may be used.
  std::string token{};             ///< Handed over by environment, to `remote`'s origin only, and only on a private channel.
  std::function<void(std::string_view)> on_error_output{};
};

/// The arguments of the whole command, `git` first.
std::vector<std::string> git_arguments(const GitCommand& command);
/// Its environment.
std::vector<std::string> git_environment(const GitCommand& command);

/// The output of a run that succeeded; else an Error made from what git said, without credentials. kUnavailable where git is missing.
Result<std::string> run_git(const GitCommand& command, const CancelToken& cancel);

/// An Error with a code and a hint for what git wrote to stderr.
Error git_error(std::string_view error_output);

}  // namespace grove::source
