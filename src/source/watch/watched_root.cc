#include "source/watch/watched_root.h"

#include <sys/stat.h>

#include <utility>

#include "base/file.h"
#include "source/git_directory.h"

namespace grove::source {
namespace {

constexpr std::uint64_t kLongestHead = 4096;

}  // namespace

WatchedRoot::WatchedRoot(std::string path) : path_(std::move(path)), present_(now()) {}

WatchedRoot::State WatchedRoot::now() const {
  State state;
  struct stat status{};
  if (::lstat(path_.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) return state;
  state.is_there = true;
  state.device = status.st_dev;
  state.inode = status.st_ino;
  const auto around = enclosing_work_tree(path_);
  if (!around) return state;
  state.git_folder = around->git.git_dir;
  state.branch = read_file(state.git_folder + "/HEAD", kLongestHead).value_or("");
  state.commit = read_head(around->git).value_or("");
  return state;
}

TreeChanges WatchedRoot::look() {
  const State before = std::exchange(present_, now());
  TreeChanges changes;
  if (std::exchange(told_there_, present_.is_there) != present_.is_there) {
    changes.root = present_.is_there ? TreeChanges::Root::kBack : TreeChanges::Root::kGone;
    changes.everything = present_.is_there;
    return changes;
  }
  if (!present_.is_there) return changes;
  changes.everything = before.device != present_.device || before.inode != present_.inode || before.branch != present_.branch;
  changes.commit = before.commit != present_.commit;
  return changes;
}

}  // namespace grove::source
