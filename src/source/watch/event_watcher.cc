#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "source/built_in_skips.h"
#include "source/path_text.h"
#include "source/watch/change_filter.h"
#include "source/watch/folder_watches.h"
#include "source/watch/watched_root.h"

namespace grove::source {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// One save is several events, and a checkout thousands: they are taken together.
constexpr milliseconds kGathering{20};
constexpr milliseconds kBetweenLooks{2000};
// More than these are looked for in one pass over the whole tree.
constexpr std::size_t kMostFolders = 64;
constexpr int kMostReads = 256;

milliseconds until(Clock::time_point time) { return std::max(milliseconds(0), std::chrono::ceil<milliseconds>(time - Clock::now())); }

class EventWatcher final : public TreeWatcher {
 public:
  EventWatcher(const WatchRequest& request, std::shared_ptr<WakeSignal> signal)
      : request_(request), filter_(request_), signal_(std::move(signal)), root_(request_.root) {}

  Status start() {
    GROVE_ASSIGN_OR_RETURN(FolderWatches watches, FolderWatches::open(request_));
    watches_.emplace(std::move(watches));
    next_look_ = Clock::now() + (root_.is_there() ? kBetweenLooks : milliseconds(0));
    return root_.is_there() ? cover_everything() : Status{};
  }

  Result<TreeChanges> wait(milliseconds longest) override {
    const auto deadline = Clock::now() + std::min(longest, milliseconds(std::chrono::hours(24)));
    TreeChanges changes;
    for (bool woken = false; !woken && !changes.any();) {
      GROVE_ASSIGN_OR_RETURN(auto outcome, signal_->wait(watches_->descriptor(), until(std::min(deadline, next_look_))));
      woken = outcome == WakeSignal::Outcome::kRaised;
      if (outcome == WakeSignal::Outcome::kReadable) {
        GROVE_ASSIGN_OR_RETURN(outcome, signal_->wait(-1, kGathering));
        woken = outcome == WakeSignal::Outcome::kRaised;
      }
      GROVE_RETURN_IF_ERROR(take_events(changes));
      if (look_now_ || Clock::now() >= next_look_) GROVE_RETURN_IF_ERROR(look(changes));
      filter_.apply(changes);
      if (Clock::now() >= deadline) break;
    }
    return changes;
  }

  void wake() override { signal_->raise(); }

 private:
  /// What the events of one pass ask for besides the paths they name.
  struct Pass {
    std::set<std::string> folders;  // to be watched: new ones, with a slash
    bool all_folders = false;
  };

  Status take_events(TreeChanges& changes) {
    Pass pass;
    alignas(inotify_event) std::array<char, 65536> buffer;
    for (int reads = 0; reads < kMostReads; ++reads) {
      const ssize_t size = ::read(watches_->descriptor(), buffer.data(), buffer.size());
      if (size <= 0) break;
      for (const char* at = buffer.data(); at < buffer.data() + size;) {
        const auto& event = *reinterpret_cast<const inotify_event*>(at);
        handle(event, pass, changes);
        at += sizeof event + event.len;
      }
    }
    if (pass.all_folders || pass.folders.size() > kMostFolders) return watches_->cover("");
    for (const std::string& folder : pass.folders) GROVE_RETURN_IF_ERROR(watches_->cover(folder));
    return {};
  }

  void handle(const inotify_event& event, Pass& pass, TreeChanges& changes) {
    if ((event.mask & IN_Q_OVERFLOW) != 0) {
      changes.everything = pass.all_folders = look_now_ = true;
      return;
    }
    if (watches_->git() == event.wd) look_now_ = true;
    const std::string* const folder = watches_->folder(event.wd);
    if (folder != nullptr && folder->empty() && (event.mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT)) != 0)
      look_now_ = lost_root_ = true;
    if ((event.mask & IN_IGNORED) != 0) return watches_->forget(event.wd);
    if (folder == nullptr || event.len == 0) return;
    const std::string_view name(event.name, ::strnlen(event.name, event.len));
    if (is_version_control(name)) {
      look_now_ = true;
      return;
    }
    const std::string path = *folder + to_text_path(name);
    if (filter_.excludes(path)) return;
    if (name == ".gitignore") pass.all_folders = true;
    if ((event.mask & IN_ISDIR) != 0) handle_folder(event.mask, path + "/", pass);
    changes.paths.insert(path);
  }

  void handle_folder(std::uint32_t mask, const std::string& folder, Pass& pass) {
    if ((mask & (IN_CREATE | IN_MOVED_TO | IN_ATTRIB)) != 0) {
      pass.folders.insert(folder);
      return;
    }
    watches_->drop(folder);
    const auto first = pass.folders.lower_bound(folder);
    auto last = first;
    while (last != pass.folders.end() && last->starts_with(folder)) ++last;
    pass.folders.erase(first, last);
  }

  Status look(TreeChanges& changes) {
    look_now_ = false;
    next_look_ = Clock::now() + kBetweenLooks;
    const std::string git_folder = root_.git_folder();
    TreeChanges found = root_.look();
    const bool lost = std::exchange(lost_root_, false);
    const bool other_folder = lost || found.root == TreeChanges::Root::kBack || found.everything;
    found.everything = found.everything || (lost && root_.is_there());
    if (other_folder || found.root == TreeChanges::Root::kGone) {
      changes.paths.clear();
      watches_->drop_all();
      if (root_.is_there()) GROVE_RETURN_IF_ERROR(cover_everything());
    } else if (git_folder != root_.git_folder()) {
      watches_->watch_git(root_.git_folder());
    }
    changes.add(std::move(found));
    return {};
  }

  Status cover_everything() {
    watches_->watch_git(root_.git_folder());
    return watches_->cover("");
  }

  const WatchRequest request_;
  const ChangeFilter filter_;
  std::shared_ptr<WakeSignal> signal_;
  WatchedRoot root_;
  std::optional<FolderWatches> watches_;
  Clock::time_point next_look_{};
  bool look_now_ = false;
  bool lost_root_ = false;
};

}  // namespace

Result<std::unique_ptr<TreeWatcher>> open_event_watcher(const WatchRequest& request, std::shared_ptr<WakeSignal> signal) {
  auto watcher = std::make_unique<EventWatcher>(request, std::move(signal));
  GROVE_RETURN_IF_ERROR(watcher->start());
  return watcher;
}

}  // namespace grove::source
