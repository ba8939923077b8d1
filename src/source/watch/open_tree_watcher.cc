#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/vfs.h>

#include <algorithm>
#include <array>
#include <utility>

#include "source/watch/tree_watcher.h"

namespace grove::source {
namespace {

// statfs(2); those that <linux/magic.h> lacks are written out.
constexpr std::array<unsigned long, 8> kSilentFileSystems = {
    NFS_SUPER_MAGIC, SMB_SUPER_MAGIC, CIFS_SUPER_MAGIC, SMB2_SUPER_MAGIC,
    V9FS_MAGIC,      AFS_SUPER_MAGIC, CEPH_SUPER_MAGIC, 0x786f4256 /* vboxsf */,
};

/// What others write there is told to nobody on this machine.
bool is_silent(const std::string& folder) {
  struct statfs status{};
  if (::statfs(folder.c_str(), &status) != 0) return false;
  return std::ranges::find(kSilentFileSystems, static_cast<unsigned long>(status.f_type)) != kSilentFileSystems.end();
}

/// Events while they come, polling from then on.
class BestWatcher final : public TreeWatcher {
 public:
  BestWatcher(const WatchRequest& request, std::shared_ptr<WakeSignal> signal) : request_(request), signal_(std::move(signal)) {}

  Status start() {
    if (request_.method == WatchRequest::Method::kPolling) return poll("as asked for");
    if (is_silent(request_.root)) return poll("the file system tells nothing of what changes");
    auto events = open_event_watcher(request_, signal_);
    if (!events) return poll_after(std::move(events).error());
    inner_ = *std::move(events);
    return {};
  }

  Result<TreeChanges> wait(std::chrono::milliseconds longest) override {
    if (const bool first = !notes_.empty(); first) {
      TreeChanges changes;
      changes.notes = std::exchange(notes_, {});
      return changes;
    }
    auto changes = inner_->wait(longest);
    if (changes) return changes;
    GROVE_RETURN_IF_ERROR(poll_after(std::move(changes).error()));
    TreeChanges lost;
    lost.everything = true;
    lost.notes = std::exchange(notes_, {});
    return lost;
  }

  void wake() override { signal_->raise(); }

 private:
  Status poll_after(Error error) {
    if (error.code != ErrorCode::kResourceLimit || polls_) return std::unexpected(std::move(error));
    return poll(describe(error));
  }

  Status poll(std::string_view why) {
    polls_ = true;
    inner_.reset();
    GROVE_ASSIGN_OR_RETURN(inner_, open_polling_watcher(request_, signal_));
    notes_.push_back(fmt::format("changes are looked for every {} s: {}", static_cast<double>(request_.poll_interval.count()) / 1000, why));
    return {};
  }

  const WatchRequest request_;
  std::shared_ptr<WakeSignal> signal_;
  std::unique_ptr<TreeWatcher> inner_;
  std::vector<std::string> notes_;
  bool polls_ = false;
};

}  // namespace

Result<std::unique_ptr<TreeWatcher>> open_tree_watcher(const WatchRequest& request) {
  auto watcher = std::make_unique<BestWatcher>(request, std::make_shared<WakeSignal>());
  GROVE_RETURN_IF_ERROR(watcher->start());
  return watcher;
}

}  // namespace grove::source
