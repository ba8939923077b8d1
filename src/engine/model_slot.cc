#include "engine/model_slot.h"

namespace grove::engine {
namespace {

constexpr auto kPauseAfterFailure = std::chrono::seconds(3);

}  // namespace

Result<inference::ResidentEmbedder*> ModelSlot::embedder() {
  const std::lock_guard lock(mutex_);
  if (embedder_) return embedder_.get();
  const auto now = std::chrono::steady_clock::now();
  if (failure_ && now - failed_at_ < kPauseAfterFailure) return std::unexpected(*failure_);
  auto opened = inference::open_embedder(settings_, CancelToken());
  if (!opened) {
    failure_ = opened.error();
    failed_at_ = now;
    return std::unexpected(opened.error());
  }
  embedder_ = *std::move(opened);
  return embedder_.get();
}

Result<inference::ResidentReranker*> RerankerSlot::reranker() {
  if (settings_.model.empty()) return nullptr;
  const std::lock_guard lock(mutex_);
  if (!reranker_) {
    GROVE_ASSIGN_OR_RETURN(reranker_, inference::open_reranker(settings_));
  }
  return reranker_.get();
}

index::VectorSpace space_of(const inference::EmbedderInfo& info) {
  return {.provider = info.provider, .model = info.model, .dimensions = info.dimensions, .fingerprint = info.fingerprint};
}

}  // namespace grove::engine
