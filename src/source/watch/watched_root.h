#pragma once

#include <sys/types.h>

#include <string>

#include "source/watch/tree_watcher.h"

namespace grove::source {

/// Looks at what no event of a tree's files tells: whether the root is still that folder, and where HEAD of the repository around it
/// stands.
class WatchedRoot {
 public:
  /// The first look is compared to the present state; that the root isn't there is told by it.
  explicit WatchedRoot(std::string path);

  /// What is different from the last look. A root that was exchanged for another one is `everything`.
  TreeChanges look();
  bool is_there() const { return present_.is_there; }
  /// The folder that Git rewrites whenever HEAD or the index change; empty where there is none.
  const std::string& git_folder() const { return present_.git_folder; }

 private:
  struct State {
    bool is_there = false;
    dev_t device = 0;
    ino_t inode = 0;
    std::string git_folder;
    std::string branch;  ///< What HEAD says: a reference's name or a commit.
    std::string commit;
  };
  State now() const;

  std::string path_;
  State present_;
  bool told_there_ = true;
};

}  // namespace grove::source
