#include "engine/graph_snapshots.h"

namespace grove::engine {

Result<std::shared_ptr<const graph::Graph>> GraphSnapshots::current(const std::string& id) {
  const std::string folder = directory_.graph(id);
  GROVE_ASSIGN_OR_RETURN(const std::uint64_t generation, graph::published_graph_generation(folder));
  {
    const std::lock_guard lock(mutex_);
    const auto found = open_.find(id);
    if (found != open_.end() && found->second->generation() == generation) return found->second;
  }
  GROVE_ASSIGN_OR_RETURN(std::shared_ptr<const graph::Graph> opened, graph::open_graph(folder));
  const std::lock_guard lock(mutex_);
  auto& entry = open_[id];
  if (!entry || entry->generation() <= opened->generation()) entry = opened;
  return opened;
}

void GraphSnapshots::forget(const std::string& id) {
  const std::lock_guard lock(mutex_);
  open_.erase(id);
}

}  // namespace grove::engine
