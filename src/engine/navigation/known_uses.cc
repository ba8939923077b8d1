#include "engine/navigation/known_uses.h"

namespace grove::engine {

KnownUses::All KnownUses::find(const Of& of) {
  const std::lock_guard lock(mutex_);
  const All* const found = kept_.find(of);
  return found == nullptr ? nullptr : *found;
}

void KnownUses::keep(Of of, All uses) {
  if (uses->size() < kFewest || uses->size() > kLimits.weight) return;
  const std::lock_guard lock(mutex_);
  const std::size_t count = uses->size();
  kept_.keep(std::move(of), std::move(uses), count);
}

}  // namespace grove::engine
