#include "engine/graph_snapshots.h"

#include "graph/manifest.h"

namespace grove::engine {

Result<std::shared_ptr<const graph::Graph>> GraphSnapshots::current(const std::string& id) {
  const std::string folder = directory_.graph(id);
  const FileMark manifest = mark_of(graph::manifest_path(folder));
  {
    const std::lock_guard lock(mutex_);
    const auto found = open_.find(id);
    if (found != open_.end() && manifest.is_there() && found->second.manifest == manifest) return found->second.graph;
  }
  GROVE_ASSIGN_OR_RETURN(const std::uint64_t generation, graph::published_graph_generation(folder));
  {
    const std::lock_guard lock(mutex_);
    const auto found = open_.find(id);
    const bool fits = found != open_.end() && found->second.graph->generation() == generation;
    if (fits) found->second.manifest = manifest;
    if (fits) return found->second.graph;
  }
  GROVE_ASSIGN_OR_RETURN(std::shared_ptr<const graph::Graph> opened, graph::open_graph(folder));
  const std::lock_guard lock(mutex_);
  Open& entry = open_[id];
  if (!entry.graph || entry.graph->generation() <= opened->generation()) entry = {manifest, opened};
  return opened;
}

void GraphSnapshots::forget(const std::string& id) {
  const std::lock_guard lock(mutex_);
  open_.erase(id);
}

}  // namespace grove::engine
