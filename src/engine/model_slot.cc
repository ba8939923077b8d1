#include "engine/model_slot.h"

#include <algorithm>
#include <exception>

#include "base/check.h"
#include "inference/store/rerank_verdicts.h"

namespace grove::engine {
namespace {

using std::chrono::steady_clock;

constexpr auto kPauseAfterFailure = std::chrono::seconds(3);
constexpr auto kBetweenLooks = std::chrono::milliseconds(20);  // at whether the caller is still there

}  // namespace

ModelSlot::~ModelSlot() { closing_.cancel(); }

Result<inference::ResidentEmbedder*> ModelSlot::embedder(std::chrono::milliseconds longest, const CancelToken& cancel) {
  std::unique_lock lock(mutex_);
  if (embedder_) return embedder_.get();
  if (!opening_) {
    if (failure_ && steady_clock::now() - failed_at_ < kPauseAfterFailure) return std::unexpected(*failure_);
    begin();
  }
  const auto deadline = began_ + longest;
  while (opening_) {
    GROVE_RETURN_IF_ERROR(cancel.check());
    if (steady_clock::now() >= deadline)
      return fail(ErrorCode::kUnavailable, "the embedding model is still being opened", "Try again in a moment.");
    changed_.wait_until(lock, std::min(deadline, steady_clock::now() + kBetweenLooks));
  }
  if (embedder_) return embedder_.get();
  return std::unexpected(*failure_);
}

void ModelSlot::begin() {
  // It waits for the lock before it says that it is done. Where the machine has no thread to give, nothing is begun.
  thread_ = std::jthread([this] { open(); });
  began_ = steady_clock::now();
  opening_ = true;
}

void ModelSlot::open() {
  Result<std::unique_ptr<inference::ResidentEmbedder>> opened;
  try {
    opened = inference::open_embedder(settings_, closing_);
  } catch (const std::exception& thrown) {
    opened = std::unexpected(error_of(thrown));
  }
  const std::lock_guard lock(mutex_);
  opening_ = false;
  if (opened) {
    embedder_ = *std::move(opened);
  } else {
    failure_ = std::move(opened).error();
    failed_at_ = steady_clock::now();
  }
  changed_.notify_all();
}

RerankerSlot::RerankerSlot(inference::RerankerSettings settings) : settings_(std::move(settings)) {
  const auto verdict = inference::find_verdict(settings_.models_folder, settings_.model);
  proven_ = verdict && inference::does_not_lose(*verdict);
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
