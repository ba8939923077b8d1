#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/cancel.h"
#include "base/clock.h"
#include "base/result.h"
#include "http/retry.h"
#include "inference/environment.h"
#include "inference/residency/resident_embedder.h"

namespace grove::inference {

/// Which model to embed with, and how.
struct EmbedderSettings {
  /// "static" or "" (built in) · "llama:/path/to/model.gguf", "llama:NAME" or just a name or path (in the models folder) · "ollama:NAME",
  /// or "ollama" for its model `kOllamaModel` · "openai:NAME" · "gemini:NAME" · "voyage:NAME".
  std::string model = {};
  std::string models_folder = {};
  std::string base_url = {};     ///< Of an HTTP provider; empty: the environment's (OLLAMA_HOST, OPENAI_BASE_URL), else the provider's own.
  std::uint32_t dimensions = 0;  ///< Asked of providers that can shorten vectors; 0: the model's own.
  KeepAlive keep_alive = {};
  unsigned threads = 0;  ///< For local models; 0: one a core.
  Environment environment = process_environment;
  http::RetryPolicy retry = {};
  http::RateLimits rates = {};  ///< Of an HTTP provider.
  const Clock* clock = &system_clock();
};

/// What "ollama" alone stands for.
inline constexpr std::string_view kOllamaModel = "qwen3-embedding:0.6b";

/// An embedder by name; local models are not loaded before their first use. An HTTP provider may be asked for the model's dimensions.
/// Errors name what is missing and how to get it: kInvalidArgument (no such provider), kNotFound (no such model), kUnavailable (server or
/// key missing).
Result<std::unique_ptr<ResidentEmbedder>> open_embedder(const EmbedderSettings& settings, const CancelToken& cancel);

}  // namespace grove::inference
