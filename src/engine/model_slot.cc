#include "engine/model_slot.h"

namespace grove::engine {

Result<inference::ResidentEmbedder*> ModelSlot::embedder() {
  const std::lock_guard lock(mutex_);
  if (!embedder_) {
    GROVE_ASSIGN_OR_RETURN(embedder_, inference::open_embedder(settings_, CancelToken()));
  }
  return embedder_.get();
}

index::VectorSpace space_of(const inference::EmbedderInfo& info) {
  return {.provider = info.provider, .model = info.model, .dimensions = info.dimensions, .fingerprint = info.fingerprint};
}

}  // namespace grove::engine
