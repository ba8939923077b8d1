#pragma once

#include <string>

#include "base/cancel.h"
#include "base/progress.h"
#include "base/result.h"

namespace grove::source {

struct CloneRequest {
  std::string url;        ///< https, http, ssh, git, file, or a path. Credentials come from `token`, or else from the URL.
  std::string branch;     ///< A branch or tag; empty for the remote's default.
  std::string directory;  ///< To create.
  std::string token;      ///< For https; handed to git by environment, never on the command line or in the clone's configuration.
};

/// The `git` program as GitCommand guards it. Clones hold one commit, byte for byte as Git stores it (no filters, no conversion of line
/// ends), no submodules. Each call starts processes of its own; thread-safe for different directories.
class Git {
 public:
  /// The directory appears when all is there; what a killed run left is removed by the next. kAlreadyExists where it is in the way.
  static Status clone(const CloneRequest& request, ProgressSink& progress, const CancelToken& cancel);
  /// Fetches the branch and makes the working tree equal to it. Local edits of a clone in the data directory are not kept. A clone that is
  /// missing or damaged is made anew.
  static Status update(const CloneRequest& request, ProgressSink& progress, const CancelToken& cancel);
  /// What `clone` would refuse before it asks anybody: an address or a branch that is none, a token with line ends.
  static Status check(const CloneRequest& request);
  /// The checked-out commit (40 or 64 hex digits), or "" where `directory` is in no Git working tree or has no commit.
  static Result<std::string> head_commit(const std::string& directory);
  /// What the program calls itself: "git version 2.39.5". kUnavailable where it is missing.
  static Result<std::string> version();
  /// The URL without password and query, and for http without user: fit to be shown, stored and given to `clone` again.
  static std::string safe_url(const std::string& url);
};

}  // namespace grove::source
