#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "base/cancel.h"
#include "base/result.h"
#include "index/index_writer.h"
#include "inference/open_embedder.h"
#include "inference/open_reranker.h"

namespace grove::engine {

/// How long somebody waits for a model that is being opened, from when that began. A remote one is asked for what it is, and may be slow.
namespace patience {
inline constexpr std::chrono::milliseconds kOfLists = std::chrono::seconds(1);      ///< Which are worth something without it too.
inline constexpr std::chrono::milliseconds kOfSearches = std::chrono::seconds(10);  ///< Which find words without it.
inline constexpr std::chrono::milliseconds kOfUpkeep = std::chrono::seconds(30);
inline constexpr std::chrono::milliseconds kEndless = std::chrono::hours(24);  ///< For what can't be done without it.
}  // namespace patience

/// The embedding model of an engine, opened on a thread of its own when it is first asked for. Thread-safe.
class ModelSlot {
 public:
  explicit ModelSlot(inference::EmbedderSettings settings) : settings_(std::move(settings)) {}
  /// Gives up opening it.
  ~ModelSlot();
  ModelSlot(const ModelSlot&) = delete;
  ModelSlot& operator=(const ModelSlot&) = delete;

  /// Nobody waits longer than he said: kUnavailable while it is still being opened. A failure is tried again a few seconds later. The
  /// pointer lives as long as the slot.
  Result<inference::ResidentEmbedder*> embedder(std::chrono::milliseconds longest = patience::kEndless, const CancelToken& cancel = {});
  const std::string& name() const { return settings_.model; }

 private:
  void begin();
  void open();

  const inference::EmbedderSettings settings_;
  CancelToken closing_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool opening_ = false;
  std::chrono::steady_clock::time_point began_;
  std::unique_ptr<inference::ResidentEmbedder> embedder_;
  // A server that is away must not hold up every search.
  std::optional<Error> failure_;
  std::chrono::steady_clock::time_point failed_at_;
  std::jthread thread_;
};

/// The reranker of an engine, likewise. Thread-safe.
class RerankerSlot {
 public:
  explicit RerankerSlot(inference::RerankerSettings settings);

  /// Null where none is configured. Opens it; a failure is tried again with the next call. The pointer lives as long as the slot.
  Result<inference::ResidentReranker*> reranker();
  const std::string& name() const { return settings_.model; }
  /// An evaluation found that it doesn't lose (inference/store/rerank_verdicts.h).
  bool is_proven() const { return proven_; }

 private:
  inference::RerankerSettings settings_;
  bool proven_;
  std::mutex mutex_;
  std::unique_ptr<inference::ResidentReranker> reranker_;
};

/// What vectors of that model are called in an index.
index::VectorSpace space_of(const inference::EmbedderInfo& info);

}  // namespace grove::engine
