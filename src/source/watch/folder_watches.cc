#include "source/watch/folder_watches.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <cerrno>
#include <set>
#include <utility>

#include "base/file.h"
#include "source/path_text.h"
#include "source/tree_walk.h"

namespace grove::source {
namespace {

constexpr std::uint32_t kOfFiles = IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO;
constexpr std::uint32_t kOfTheFolder = IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK;

std::unexpected<Error> too_many(std::string_view what, std::string_view setting) {
  return fail(ErrorCode::kResourceLimit, fmt::format("the system allows no more {}", what),
              fmt::format("raise it with `sysctl {}=…`", setting));
}

bool lies_in(std::string_view path, std::string_view folder) { return path.starts_with(folder); }

}  // namespace

Result<FolderWatches> FolderWatches::open(const WatchRequest& request) {
  const int descriptor = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (descriptor >= 0) return FolderWatches(descriptor, request);
  if (errno == EMFILE) return too_many("watchers of files (inotify instances)", "fs.inotify.max_user_instances");
  return std::unexpected(system_error("cannot watch files", errno));
}

FolderWatches::FolderWatches(FolderWatches&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      request_(other.request_),
      by_path_(std::move(other.by_path_)),
      by_watch_(std::move(other.by_watch_)),
      git_(other.git_) {}

FolderWatches::~FolderWatches() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Status FolderWatches::cover(std::string_view path) {
  std::set<std::string, std::less<>> seen;
  // A folder made after its parent was read and before that was watched tells nothing: looked for until nothing new is found.
  for (bool found_new = true; found_new;) {
    seen.clear();
    GROVE_ASSIGN_OR_RETURN(found_new, cover_once(path, seen));
  }
  for (auto at = by_path_.lower_bound(path); at != by_path_.end() && lies_in(at->first, path);) {
    if (seen.contains(at->first)) {
      ++at;
      continue;
    }
    ::inotify_rm_watch(descriptor_, at->second);
    by_watch_.erase(at->second);
    at = by_path_.erase(at);
  }
  return {};
}

Result<bool> FolderWatches::cover_once(std::string_view path, std::set<std::string, std::less<>>& seen) {
  const int root = ::open(request_->root.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (root < 0) return false;
  bool found_new = false;
  Status added;
  CancelToken enough;
  const std::set<std::string> asked = {std::string(path.empty() ? path : path.substr(0, path.size() - 1))};
  const PathSet only(asked);
  const std::function<void(FileEntry)> no_files;
  const Status walked = walk_tree({.root = root,
                                   .root_path = request_->root,
                                   .limits = request_->limits,
                                   .visit = no_files,
                                   .cancel = enough,
                                   .only = path.empty() ? nullptr : &only,
                                   .enter_folder = [&](std::string_view folder) {
                                     if (!lies_in(folder, path)) return;
                                     seen.emplace(folder);
                                     bool is_new = false;
                                     if (added) added = add(folder, is_new);
                                     if (!added) enough.cancel();
                                     found_new = found_new || is_new;
                                   }});
  ::close(root);
  GROVE_RETURN_IF_ERROR(added);
  // A root that can't be listed any more is gone, or will be told as an error by whoever reads it.
  return walked && found_new;
}

Status FolderWatches::add(std::string_view path, bool& is_new) {
  const std::string full = request_->root + "/" + to_raw_path(path);
  if (!request_->except.empty() && (full + "/").starts_with(request_->except + "/")) return {};
  const bool known = by_path_.contains(path);
  if (!known && request_->most_folders > 0 && by_path_.size() >= request_->most_folders) {
    return fail(ErrorCode::kResourceLimit, fmt::format("there are more than {} folders to watch", request_->most_folders),
                "raise GROVE_WATCH_MAX_FOLDERS");
  }
  const int watch = ::inotify_add_watch(descriptor_, full.c_str(), kOfFiles | kOfTheFolder);
  if (watch < 0 && errno == ENOSPC) return too_many("watches of folders (inotify)", "fs.inotify.max_user_watches");
  if (watch < 0 && errno == ENOMEM) return fail(ErrorCode::kResourceLimit, "there is no memory for more watches of folders");
  if (watch < 0) return {};  // gone, exchanged or closed meanwhile
  // A folder that was renamed keeps its watch: under the new name from now on, whichever is told first.
  const auto before = by_watch_.find(watch);
  is_new = before == by_watch_.end();
  if (!is_new && before->second != path) by_path_.erase(before->second);
  if (known && by_path_.find(path)->second != watch) by_watch_.erase(by_path_.find(path)->second);
  by_watch_[watch] = path;
  by_path_[std::string(path)] = watch;
  return {};
}

void FolderWatches::watch_git(const std::string& folder) {
  if (git_) ::inotify_rm_watch(descriptor_, *git_);
  git_.reset();
  if (folder.empty()) return;
  const int watch = ::inotify_add_watch(descriptor_, folder.c_str(), IN_MOVED_TO | IN_CLOSE_WRITE | IN_ONLYDIR);
  if (watch >= 0) git_ = watch;
}

void FolderWatches::drop(std::string_view path) {
  for (auto at = by_path_.lower_bound(path); at != by_path_.end() && lies_in(at->first, path);) {
    ::inotify_rm_watch(descriptor_, at->second);
    by_watch_.erase(at->second);
    at = by_path_.erase(at);
  }
}

void FolderWatches::forget(int watch) {
  if (git_ == watch) git_.reset();
  const auto found = by_watch_.find(watch);
  if (found == by_watch_.end()) return;
  const auto path = by_path_.find(found->second);
  if (path != by_path_.end() && path->second == watch) by_path_.erase(path);
  by_watch_.erase(found);
}

const std::string* FolderWatches::folder(int watch) const {
  const auto found = by_watch_.find(watch);
  return found == by_watch_.end() ? nullptr : &found->second;
}

}  // namespace grove::source
