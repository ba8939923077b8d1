#include "engine/snapshots.h"

#include "index/manifest.h"

namespace grove::engine {

Result<std::shared_ptr<const index::UnitIndex>> Snapshots::current(const std::string& id, const std::optional<index::VectorSpace>& space) {
  const std::string folder = directory_.index(id);
  const FileMark manifest = mark_of(index::manifest_path(folder));
  {
    const std::lock_guard lock(mutex_);
    const auto found = open_.find(id);
    const bool fits = found != open_.end() && (!space || found->second.space == *space);
    if (fits && manifest.is_there() && found->second.manifest == manifest) return found->second.index;
  }
  GROVE_ASSIGN_OR_RETURN(const std::uint64_t generation, index::published_generation(folder));
  {
    const std::lock_guard lock(mutex_);
    const auto found = open_.find(id);
    const bool fits = found != open_.end() && found->second.generation == generation && (!space || found->second.space == *space);
    if (fits) found->second.manifest = manifest;
    if (fits) return found->second.index;
  }
  const index::VectorSpace wanted = space.value_or(index::VectorSpace{});
  // Opened outside the lock: a large index must not hold up searches in others.
  GROVE_ASSIGN_OR_RETURN(std::shared_ptr<const index::UnitIndex> opened, index::open_index(folder, wanted));
  const std::lock_guard lock(mutex_);
  Open& entry = open_[id];
  if (!entry.index || entry.space != wanted || entry.generation <= opened->stats().generation) {
    entry = {manifest, opened->stats().generation, wanted, opened};
  }
  return opened;
}

void Snapshots::forget(const std::string& id) {
  const std::lock_guard lock(mutex_);
  open_.erase(id);
}

}  // namespace grove::engine
