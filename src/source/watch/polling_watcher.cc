#include <algorithm>
#include <map>
#include <utility>

#include "source/watch/change_filter.h"
#include "source/watch/watched_root.h"

namespace grove::source {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// Looking takes at most this part of the time.
constexpr int kShare = 10;

class PollingWatcher final : public TreeWatcher {
 public:
  PollingWatcher(const WatchRequest& request, std::shared_ptr<WakeSignal> signal)
      : request_(request), filter_(request_), signal_(std::move(signal)), root_(request_.root), files_(list()) {
    next_look_ = Clock::now() + (root_.is_there() ? request_.poll_interval : milliseconds(0));
  }

  Result<TreeChanges> wait(milliseconds longest) override {
    const auto deadline = Clock::now() + std::min(longest, milliseconds(std::chrono::hours(24)));
    TreeChanges changes;
    while (!changes.any()) {
      const auto time = std::chrono::ceil<milliseconds>(std::min(deadline, next_look_) - Clock::now());
      GROVE_ASSIGN_OR_RETURN(const auto outcome, signal_->wait(-1, std::max(milliseconds(0), time)));
      if (outcome == WakeSignal::Outcome::kRaised) break;
      if (Clock::now() >= next_look_) changes = look();
      if (Clock::now() >= deadline) break;
    }
    return changes;
  }

  void wake() override { signal_->raise(); }

 private:
  struct Stamp {
    std::uint64_t size = 0;
    std::int64_t mtime_ns = 0;
    FileState state = FileState::kIndexed;
    friend bool operator==(const Stamp&, const Stamp&) = default;
  };
  using Files = std::map<std::string, Stamp>;

  Files list() const {
    Files files;
    const auto source = open_working_tree(request_.root, request_.limits);
    const auto visit = [&](FileEntry entry) {
      if (entry.path.ends_with('/')) entry.path.pop_back();
      if (!filter_.excludes(entry.path)) files[std::move(entry.path)] = {entry.size, entry.mtime_ns, entry.state};
    };
    // A root that went away holds no files; its watch says so.
    if (source) static_cast<void>((*source)->list(visit, CancelToken()));
    return files;
  }

  TreeChanges look() {
    const auto began = Clock::now();
    TreeChanges changes = root_.look();
    if (root_.is_there()) {
      Files present = list();
      if (!changes.everything) compare(present, changes.paths);
      files_ = std::move(present);
    }
    const auto ended = Clock::now();
    next_look_ = ended + std::max<Clock::duration>(request_.poll_interval, kShare * (ended - began));
    return changes;
  }

  void compare(const Files& present, std::set<std::string>& changed) const {
    for (const auto& [path, stamp] : present) {
      const auto before = files_.find(path);
      if (before == files_.end() || before->second != stamp) changed.insert(path);
    }
    for (const auto& [path, stamp] : files_)
      if (!present.contains(path)) changed.insert(path);
  }

  const WatchRequest request_;
  const ChangeFilter filter_;
  std::shared_ptr<WakeSignal> signal_;
  WatchedRoot root_;
  Files files_;
  Clock::time_point next_look_{};
};

}  // namespace

Result<std::unique_ptr<TreeWatcher>> open_polling_watcher(const WatchRequest& request, std::shared_ptr<WakeSignal> signal) {
  return std::make_unique<PollingWatcher>(request, std::move(signal));
}

}  // namespace grove::source
