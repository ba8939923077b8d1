#pragma once

#include <memory>
#include <string>

#include "base/cancel.h"
#include "base/result.h"
#include "http/retry.h"
#include "inference/environment.h"
#include "inference/residency/resident_embedder.h"

namespace grove::inference {

struct RemoteRequest {
  std::string provider;          ///< "ollama", "openai", "gemini", "voyage"
  std::string model;             ///< As the provider calls it.
  std::string base_url;          ///< Empty: from the environment, else the provider's own.
  std::uint32_t dimensions = 0;  ///< 0: the model's own.
  KeepAlive keep_alive = {};     ///< Passed on to Ollama.
  Environment environment;
  http::RetryPolicy retry;
  http::RateLimits rates = {};
};

bool is_remote_provider(std::string_view provider);

/// A model behind a server. Ollama tells dimensions and version without loading it; of the others those of well-known models are known
/// here, and any other model is asked for one vector. kInvalidArgument, kNotFound, kUnavailable (no key, nobody answers).
Result<EmbedderSource> find_remote_model(const RemoteRequest& request, const CancelToken& cancel);

}  // namespace grove::inference
