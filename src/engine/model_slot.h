#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "base/result.h"
#include "index/index_writer.h"
#include "inference/open_embedder.h"

namespace grove::engine {

/// The embedding model of an engine, opened when it is first asked for. Thread-safe.
class ModelSlot {
 public:
  explicit ModelSlot(inference::EmbedderSettings settings) : settings_(std::move(settings)) {}

  /// Opens it; a failure is tried again with the next call. The pointer lives as long as the slot.
  Result<inference::ResidentEmbedder*> embedder();
  const std::string& name() const { return settings_.model; }

 private:
  inference::EmbedderSettings settings_;
  std::mutex mutex_;
  std::unique_ptr<inference::ResidentEmbedder> embedder_;
};

/// What vectors of that model are called in an index.
index::VectorSpace space_of(const inference::EmbedderInfo& info);

}  // namespace grove::engine
