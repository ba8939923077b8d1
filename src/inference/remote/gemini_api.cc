#include <nlohmann/json.hpp>

#include "inference/remote/embedding_api.h"
#include "inference/remote/json_answer.h"

namespace grove::inference {
namespace {

using nlohmann::json;

class GeminiApi final : public EmbeddingApi {
 public:
  explicit GeminiApi(const ApiSettings& settings) : settings_(settings) {
    names_ = {.provider = "gemini",
              .title = "Gemini",
              .unreachable_hint = "check the network, and HTTPS_PROXY if there is a proxy",
              .no_model_hint = "choose an embedding model that Gemini offers, as gemini:gemini-embedding-001",
              .no_access_hint = "set GEMINI_API_KEY to a valid key"};
  }
  const ApiNames& names() const override { return names_; }
  const ApiLimits& limits() const override { return limits_; }

  http::HttpRequest request(std::span<const std::string> texts, TextRole role) const override {
    json requests = json::array();
    for (const std::string& text : texts) {
      json item = {{"model", "models/" + settings_.model},
                   {"content", {{"parts", json::array({{{"text", text}}})}}},
                   {"taskType", role == TextRole::kQuery ? "CODE_RETRIEVAL_QUERY" : "RETRIEVAL_DOCUMENT"}};
      if (settings_.dimensions > 0) item["outputDimensionality"] = settings_.dimensions;
      requests.push_back(std::move(item));
    }
    return {.url = settings_.base_url + "/models/" + settings_.model + ":batchEmbedContents",
            .headers = {"Content-Type: application/json", "x-goog-api-key: " + settings_.key},
            .body = json{{"requests", std::move(requests)}}.dump()};
  }

  Result<std::vector<std::vector<float>>> read(std::string_view body) const override {
    return read_vectors(body, {.list = "embeddings", .item = "values"});
  }

 private:
  ApiSettings settings_;
  ApiNames names_;
  ApiLimits limits_{.texts = 100, .bytes = 200'000, .text_bytes = 8'000};
};

}  // namespace

std::unique_ptr<EmbeddingApi> gemini_api(const ApiSettings& settings) { return std::make_unique<GeminiApi>(settings); }

}  // namespace grove::inference
