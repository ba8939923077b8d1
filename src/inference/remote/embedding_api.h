#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "http/http_client.h"

namespace grove::inference {

enum class TextRole : std::uint8_t { kQuery, kPassage };

/// What one request may hold.
struct ApiLimits {
  std::size_t texts = 64;
  std::size_t bytes = 200'000;      ///< Of all its texts.
  std::size_t text_bytes = 16'000;  ///< Of one; longer ones are cut.
};

/// Words for errors.
struct ApiNames {
  std::string provider;          ///< "ollama"; as in EmbedderInfo
  std::string title;             ///< "Ollama"
  std::string unreachable_hint;  ///< What to do when nobody answers.
  std::string no_model_hint;     ///< What to do when it doesn't know the model.
  std::string no_access_hint;    ///< What to do when it refuses the key.
};

/// The wire format of one provider of embeddings. Immutable and thread-safe.
class EmbeddingApi {
 public:
  virtual ~EmbeddingApi() = default;
  virtual const ApiNames& names() const = 0;
  virtual const ApiLimits& limits() const = 0;
  virtual http::HttpRequest request(std::span<const std::string> texts, TextRole role) const = 0;
  /// One vector a text, in order, from an answer of status 200; the error says what is wrong with it.
  virtual Result<std::vector<std::vector<float>>> read(std::string_view body) const = 0;
};

/// Where a provider is and what it is asked for.
struct ApiSettings {
  std::string base_url = {};  ///< Without a slash at the end.
  std::string key = {};       ///< May be empty where none is needed.
  std::string model;
  std::uint32_t dimensions = 0;     ///< 0: the model's own.
  std::int64_t keep_seconds = 300;  ///< How long Ollama is to keep the model after a request; -1: for good.
};

/// Ollama, `POST /api/embed`. Who releases the model before its time is over sends `ollama_unload_request`.
std::unique_ptr<EmbeddingApi> ollama_api(const ApiSettings& settings);
http::HttpRequest ollama_unload_request(const ApiSettings& settings);
/// The OpenAI format, `POST {base}/embeddings`, which many servers speak; `base` ends in /v1.
std::unique_ptr<EmbeddingApi> openai_api(const ApiSettings& settings);
/// Gemini, `POST {base}/models/NAME:batchEmbedContents`; `base` ends in /v1beta.
std::unique_ptr<EmbeddingApi> gemini_api(const ApiSettings& settings);
/// Voyage AI, `POST {base}/embeddings`; `base` ends in /v1.
std::unique_ptr<EmbeddingApi> voyage_api(const ApiSettings& settings);

}  // namespace grove::inference
