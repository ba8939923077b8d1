#include <nlohmann/json.hpp>

#include "inference/remote/embedding_api.h"
#include "inference/remote/json_answer.h"

namespace grove::inference {
namespace {

using nlohmann::json;

class OllamaApi final : public EmbeddingApi {
 public:
  explicit OllamaApi(const ApiSettings& settings) : settings_(settings) {
    names_ = {.provider = "ollama",
              .title = "Ollama",
              .unreachable_hint = "start it with `ollama serve`, or set OLLAMA_HOST to where it runs",
              .no_model_hint = "run `ollama pull " + settings.model + "`",
              .no_access_hint = "check the server in front of Ollama"};
  }
  const ApiNames& names() const override { return names_; }
  const ApiLimits& limits() const override { return limits_; }

  http::HttpRequest request(std::span<const std::string> texts, TextRole) const override {
    json body = {{"model", settings_.model}, {"input", texts}, {"truncate", true}, {"keep_alive", settings_.keep_seconds}};
    if (settings_.dimensions > 0) body["dimensions"] = settings_.dimensions;
    return {.url = settings_.base_url + "/api/embed", .headers = {"Content-Type: application/json"}, .body = body.dump()};
  }

  Result<std::vector<std::vector<float>>> read(std::string_view body) const override {
    return read_vectors(body, {.list = "embeddings", .item = ""});
  }

 private:
  ApiSettings settings_;
  ApiNames names_;
  ApiLimits limits_{.texts = 32, .bytes = 100'000, .text_bytes = 16'000};
};

}  // namespace

std::unique_ptr<EmbeddingApi> ollama_api(const ApiSettings& settings) { return std::make_unique<OllamaApi>(settings); }

http::HttpRequest ollama_unload_request(const ApiSettings& settings) {
  return {.url = settings.base_url + "/api/generate",
          .headers = {"Content-Type: application/json"},
          .body = json{{"model", settings.model}, {"keep_alive", 0}}.dump()};
}

}  // namespace grove::inference
