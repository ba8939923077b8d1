#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/result.h"
#include "source/watch/tree_watcher.h"

namespace grove::source {

/// The watches of one inotify instance: which folder each is of. Paths are those of the listing, "" or "a/b/". Belongs to one thread.
class FolderWatches {
 public:
  /// kResourceLimit where the user has as many instances as the system allows.
  static Result<FolderWatches> open(const WatchRequest& request);
  FolderWatches(FolderWatches&& other) noexcept;
  FolderWatches& operator=(FolderWatches&&) = delete;
  ~FolderWatches();

  int descriptor() const { return descriptor_; }
  /// Watches all folders below `path`, itself included, that the listing goes into; what else is below it is watched no more. Nothing
  /// where it is gone. kResourceLimit where the limit is reached.
  Status cover(std::string_view path);
  /// Watches `folder`, which is none of the tree; its watch is `git()`. Replaces the one before.
  void watch_git(const std::string& folder);
  std::optional<int> git() const { return git_; }
  /// The folder was renamed or removed: neither it nor what is below it is watched any more.
  void drop(std::string_view path);
  void drop_all() { drop(""); }
  /// The system took the watch away.
  void forget(int watch);
  /// The folder of a watch; null where it is none of the tree, or dropped.
  const std::string* folder(int watch) const;
  std::size_t size() const { return by_path_.size(); }

 private:
  FolderWatches(int descriptor, const WatchRequest& request) : descriptor_(descriptor), request_(&request) {}
  /// True where a folder was not watched before.
  Result<bool> cover_once(std::string_view path, std::set<std::string, std::less<>>& seen);
  Status add(std::string_view path, bool& is_new);

  int descriptor_ = -1;
  const WatchRequest* request_;
  std::map<std::string, int, std::less<>> by_path_;
  std::unordered_map<int, std::string> by_watch_;
  std::optional<int> git_;
};

}  // namespace grove::source
