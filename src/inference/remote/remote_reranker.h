#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "base/result.h"
#include "http/retry.h"
#include "inference/environment.h"
#include "inference/residency/resident_reranker.h"

namespace grove::inference {

struct RemoteRerankRequest {
  std::string provider;  ///< "cohere", "jina", "voyage", "vllm", "tei"
  std::string model;     ///< As the provider calls it; may be empty where the server has but one.
  std::string base_url;  ///< Empty: from the environment, else the provider's own.
  Environment environment;
  http::RetryPolicy retry;  ///< Its `whole` is all the time that a ranking may take.
  http::RateLimits rates = {};
};

bool is_rerank_provider(std::string_view provider);

/// A reranker behind a server. Nobody is asked before the first use. kInvalidArgument, kUnavailable (no key).
Result<RerankerSource> find_remote_reranker(const RemoteRerankRequest& request);

}  // namespace grove::inference
