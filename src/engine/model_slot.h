#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "base/result.h"
#include "index/index_writer.h"
#include "inference/open_embedder.h"
#include "inference/open_reranker.h"

namespace grove::engine {

/// The embedding model of an engine, opened when it is first asked for. Thread-safe.
class ModelSlot {
 public:
  explicit ModelSlot(inference::EmbedderSettings settings) : settings_(std::move(settings)) {}

  /// Opens it; a failure is tried again a few seconds later. The pointer lives as long as the slot.
  Result<inference::ResidentEmbedder*> embedder();
  const std::string& name() const { return settings_.model; }

 private:
  inference::EmbedderSettings settings_;
  std::mutex mutex_;
  std::unique_ptr<inference::ResidentEmbedder> embedder_;
  // A server that is away must not hold up every search.
  std::optional<Error> failure_;
  std::chrono::steady_clock::time_point failed_at_;
};

/// The reranker of an engine, likewise. Thread-safe.
class RerankerSlot {
 public:
  explicit RerankerSlot(inference::RerankerSettings settings) : settings_(std::move(settings)) {}

  /// Null where none is configured. Opens it; a failure is tried again with the next call. The pointer lives as long as the slot.
  Result<inference::ResidentReranker*> reranker();
  const std::string& name() const { return settings_.model; }

 private:
  inference::RerankerSettings settings_;
  std::mutex mutex_;
  std::unique_ptr<inference::ResidentReranker> reranker_;
};

/// What vectors of that model are called in an index.
index::VectorSpace space_of(const inference::EmbedderInfo& info);

}  // namespace grove::engine
