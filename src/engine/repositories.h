#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/progress.h"
#include "base/result.h"
#include "corpus/registry.h"
#include "engine/data_directory.h"
#include "engine/engine.h"

namespace grove::engine {

/// Registers, changes and forgets repositories. Thread-safe.
class Repositories {
 public:
  Repositories(const DataDirectory& directory, corpus::Registry& registry, std::string github_token)
      : directory_(directory), registry_(registry), github_token_(std::move(github_token)) {}

  Result<Repository> add(const AddRequest& request, ProgressSink& progress, const CancelToken& cancel);
  Result<Repository> update(const UpdateRequest& request);
  /// Takes the writer lock for it: kLocked while somebody indexes it. Killed at any moment, the repository is there as one that was not
  /// indexed, or gone, and what is left of its files goes with the next `add`, `remove` or `sweep`.
  Result<Repository> remove(const std::string& name_or_id);
  /// Deletes what is left of repositories that were removed.
  void sweep() const;
  /// Clones a remote, or brings the clone up to it, and records the folder and commit that lie there now. Nothing for plain folders.
  Status fetch(const Repository& repository, ProgressSink& progress, const CancelToken& cancel);

 private:
  Status forget(const Repository& repository);
  Result<Repository> add_folder(const AddRequest& request);
  Result<Repository> add_remote(const AddRequest& request, ProgressSink& progress, const CancelToken& cancel);
  Result<std::string> free_name(const AddRequest& request, std::string_view proposal);
  std::string token_for(const std::string& url) const;

  const DataDirectory& directory_;
  corpus::Registry& registry_;
  std::string github_token_;
};

/// Whether a location names a Git remote rather than a folder: a URL with a scheme, or `user@host:path` as ssh has it.
bool is_remote(std::string_view location);
/// "https://example.org/a/shop.git" → "shop", "/src/shop/" → "shop".
std::string name_from_location(std::string_view location);

}  // namespace grove::engine
