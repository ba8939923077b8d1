#pragma once

#include <memory>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "http/retry.h"
#include "inference/environment.h"
#include "inference/residency/resident_reranker.h"

namespace grove::inference {

/// Which model to rerank with.
struct RerankerSettings {
  /// "/path/to/model.gguf", "llama:/path/to/model.gguf", or a name in the models folder ("bge-reranker-v2-m3", "llama:…",
  /// "BAAI/bge-reranker-v2-m3") · a server: "cohere:NAME", "jina:NAME", "voyage:NAME", "vllm:NAME", "tei" or "tei:NAME".
  std::string model;
  std::string models_folder = {};
  std::string base_url = {};  ///< Of a server; empty: the environment's (COHERE_BASE_URL, …), else the provider's own.
  Environment environment = process_environment;
  http::RetryPolicy retry = {.attempts = 3,
                             .first_pause = std::chrono::milliseconds(200),
                             .longest_pause = std::chrono::seconds(2),
                             .whole = std::chrono::seconds(10)};  ///< Of a server.
  http::RateLimits rates = {};                                    ///< Of a server.
  KeepAlive keep_alive = {};
  unsigned threads = 0;  ///< 0: one a core.
  const Clock* clock = &system_clock();
};

/// A reranker by name, loaded at its first use. kNotFound (the hint says how to get it), kCorrupt, kInvalidArgument (no reranker).
Result<std::unique_ptr<ResidentReranker>> open_reranker(const RerankerSettings& settings);

}  // namespace grove::inference
