#include <iterator>
#include <utility>

#include "source/watch/tree_watcher.h"

namespace grove::source {

void TreeChanges::add(TreeChanges later) {
  paths.merge(later.paths);
  everything = everything || later.everything;
  commit = commit || later.commit;
  if (later.root != Root::kAsBefore) root = later.root;
  std::move(later.notes.begin(), later.notes.end(), std::back_inserter(notes));
}

}  // namespace grove::source
