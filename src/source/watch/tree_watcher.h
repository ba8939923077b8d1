#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "source/file_source.h"
#include "source/watch/wake_signal.h"

namespace grove::source {

/// What happened to a working tree since it was last asked.
struct TreeChanges {
  std::set<std::string> paths;  ///< Files and folders of the listing, new, changed or gone; a folder stands for all below it.
  bool everything = false;      ///< Any file may have changed: too many did, events were lost, or another branch was checked out.
  bool commit = false;          ///< HEAD stands on another commit.
  enum class Root { kAsBefore, kGone, kBack } root = Root::kAsBefore;
  std::vector<std::string> notes;  ///< What people should know about how it is watched, one sentence each.

  bool any() const { return !paths.empty() || everything || commit || root != Root::kAsBefore || !notes.empty(); }
  /// Takes in what happened later.
  void add(TreeChanges later);
};

struct WatchRequest {
  std::string root;          ///< Absolute, without symbolic links.
  std::string except = {};   ///< A folder (likewise) that is none of the tree: what the program itself writes. Empty for none.
  SourceLimits limits = {};  ///< As those of the listing.
  enum class Method { kEvents, kPolling } method = Method::kEvents;
  std::chrono::milliseconds poll_interval{2000};  ///< At least; longer where looking takes long.
  std::size_t most_folders = 0;                   ///< That may be watched by events; 0: as many as the system allows.
};

/// Notices changes of what `open_working_tree` lists. Belongs to one thread, but for `wake`.
class TreeWatcher {
 public:
  virtual ~TreeWatcher() = default;
  /// Waits until something changed, the time is over or `wake` was called; empty changes in the last two cases. Never says the same twice.
  /// A root that goes away, or isn't there at first, is told, and so is its return. Errors: kResourceLimit where the system's limit of
  /// watches is reached, kIo. After an error the watcher is of no more use.
  virtual Result<TreeChanges> wait(std::chrono::milliseconds longest) = 0;
  /// Ends a wait, or the next one. Thread-safe.
  virtual void wake() = 0;
};

/// By inotify(7): one watch for each folder that the listing goes into. kResourceLimit names the limit and how to raise it.
Result<std::unique_ptr<TreeWatcher>> open_event_watcher(const WatchRequest& request, std::shared_ptr<WakeSignal> signal);

/// By listing the tree again and again and comparing sizes and times: for file systems that tell nothing.
Result<std::unique_ptr<TreeWatcher>> open_polling_watcher(const WatchRequest& request, std::shared_ptr<WakeSignal> signal);

/// By events where that works: where it is not wanted, where the file system is known to tell nothing of what others write, or where the
/// limit of watches is reached, at the start or later, it polls and says so in a note.
Result<std::unique_ptr<TreeWatcher>> open_tree_watcher(const WatchRequest& request);

}  // namespace grove::source
