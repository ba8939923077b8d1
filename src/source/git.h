#pragma once

#include <string>

#include "base/cancel.h"
#include "base/progress.h"
#include "base/result.h"

namespace grove::source {

struct CloneRequest {
  std::string url;        ///< https, ssh, git, file, or a path. Credentials come from `token`, never from the URL.
  std::string branch;     ///< Empty for the remote's default.
  std::string directory;  ///< To create.
  std::string token;      ///< For https; handed to git by environment, never on the command line or in the clone's configuration.
};

/// The `git` program with hooks, filters, prompts, submodule recursion and configured helpers of the repository switched off; arguments
/// after `--`. Each call starts processes of its own; thread-safe.
class Git {
 public:
  static Status clone(const CloneRequest& request, ProgressSink& progress, const CancelToken& cancel);
  /// Fetches the branch and makes the working tree equal to it. Local edits of a clone in the data directory are not kept.
  static Status update(const CloneRequest& request, ProgressSink& progress, const CancelToken& cancel);
  /// The checked-out commit (40 hex digits), or "" where `directory` is in no Git working tree or has no commit.
  static Result<std::string> head_commit(const std::string& directory);
  /// The URL without user, password and query, fit to be shown and stored.
  static std::string safe_url(const std::string& url);
};

}  // namespace grove::source
