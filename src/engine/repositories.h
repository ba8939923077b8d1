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
  /// A secret and where it may go.
  struct Token {
    std::string text = {};
    std::vector<std::string> hosts = {};
  };
  Repositories(const DataDirectory& directory, corpus::Registry& registry, Token token)
      : directory_(directory), registry_(registry), token_(std::move(token)) {}

  Result<Repository> add(const AddRequest& request, ProgressSink& progress, const CancelToken& cancel);
  Result<Repository> update(const UpdateRequest& request);
  /// Takes the writer lock for it: kLocked while somebody indexes it. Killed at any moment, the repository is there as one that was not
  /// indexed, or gone, and what is left of its files goes with the next `add`, `remove` or `sweep`.
  Result<Repository> remove(const std::string& name_or_id);
  /// Deletes what is left of repositories that were removed.
  void sweep() const;
  /// Deletes the folder of a repository that isn't registered (any more), unless somebody works in it.
  void sweep_orphan(const std::string& id) const;
  /// Clones a remote, or brings the clone up to it, and records the folder and commit that lie there now. Nothing for plain folders.
  Status fetch(const Repository& repository, ProgressSink& progress, const CancelToken& cancel);

 private:
  Status forget(const Repository& repository);
  Result<Repository> add_folder(const AddRequest& request);
  Result<Repository> add_remote(const AddRequest& request, ProgressSink& progress, const CancelToken& cancel);
  Result<std::string> free_name(const AddRequest& request, std::string_view proposal);
  /// Empty where the URL's host is none that the token is for.
  std::string token_for(const std::string& url) const;

  const DataDirectory& directory_;
  corpus::Registry& registry_;
  Token token_;
};

/// Whether a location names a Git remote rather than a folder: a URL with a scheme, or `user@host:path` as ssh has it.
bool is_remote(std::string_view location);
/// "https://example.org/a/shop.git" → "shop", "/src/shop/" → "shop".
std::string name_from_location(std::string_view location);
/// Fit for people and logs: without password, token and query.
std::string shown_location(const std::string& location);
/// A folder that Git keeps (the top of a working tree, or a bare repository) as the URL to clone it from, so that what is committed counts;
/// any other folder as it is. Absolute.
std::string location_of_folder(const std::string& folder);

}  // namespace grove::engine
