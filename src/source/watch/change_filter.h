#pragma once

#include <string>
#include <string_view>

#include "source/watch/tree_watcher.h"

namespace grove::source {

/// Leaves of changes what concerns the listing. Thread-safe.
class ChangeFilter {
 public:
  /// `request` outlives it.
  explicit ChangeFilter(const WatchRequest& request);

  /// The path is what the program itself writes.
  bool excludes(std::string_view path) const;
  /// Takes out paths that exist and that the listing leaves out: what is built beside the sources, logs, ignored folders. Many paths
  /// become `everything`.
  void apply(TreeChanges& changes) const;

 private:
  const WatchRequest& request_;
  std::string excluded_;  // relative to the root, as text; empty where nothing in it is
};

}  // namespace grove::source
