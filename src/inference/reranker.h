#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "base/cancel.h"
#include "base/result.h"
#include "inference/embedder.h"

namespace grove::inference {

struct RerankerInfo {
  std::string provider;  ///< "llama.cpp", "cohere", "jina", "voyage", "vllm", "tei"
  std::string model;
  std::size_t passages_at_once = 4;  ///< That are best judged in one call, so that the caller can look at the clock between calls.
};

/// Judges how well passages answer a query, reading both together. Thread-safe.
class Reranker {
 public:
  virtual ~Reranker() = default;
  virtual const RerankerInfo& info() const = 0;
  /// `scores` has one number from 0 (no answer) to 1 for each passage; comparable within one model only. All or nothing.
  virtual Status score(std::string_view query, std::span<const Passage> passages, std::span<float> scores, const CancelToken& cancel) = 0;
};

}  // namespace grove::inference
