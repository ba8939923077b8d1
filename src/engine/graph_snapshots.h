#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "base/result.h"
#include "engine/data_directory.h"
#include "engine/file_mark.h"
#include "graph/graph.h"

namespace grove::engine {

/// Keeps the last published symbol graph of each repository open, as Snapshots does for indexes. Thread-safe.
class GraphSnapshots {
 public:
  explicit GraphSnapshots(const DataDirectory& directory) : directory_(directory) {}

  /// kNotFound where nothing was published yet.
  Result<std::shared_ptr<const graph::Graph>> current(const std::string& id);
  void forget(const std::string& id);

 private:
  const DataDirectory& directory_;
  std::mutex mutex_;
  struct Open {
    FileMark manifest;  // of what it was opened from, or of an older one
    std::shared_ptr<const graph::Graph> graph;
  };
  std::map<std::string, Open> open_;
};

}  // namespace grove::engine
