#include <nlohmann/json.hpp>

#include "inference/remote/embedding_api.h"
#include "inference/remote/json_answer.h"

namespace grove::inference {
namespace {

using nlohmann::json;

class OpenAiApi final : public EmbeddingApi {
 public:
  explicit OpenAiApi(const ApiSettings& settings) : settings_(settings) {
    names_ = {.provider = "openai",
              .title = "the OpenAI-compatible server",
              .unreachable_hint = "check that it runs, and that OPENAI_BASE_URL ends in /v1",
              .no_model_hint = "choose a model that the server offers",
              .no_access_hint = "set OPENAI_API_KEY to a valid key"};
  }
  const ApiNames& names() const override { return names_; }
  const ApiLimits& limits() const override { return limits_; }

  http::HttpRequest request(std::span<const std::string> texts, TextRole) const override {
    json body = {{"model", settings_.model}, {"input", texts}, {"encoding_format", "float"}};
    if (settings_.dimensions > 0) body["dimensions"] = settings_.dimensions;
    http::HttpRequest request{
        .url = settings_.base_url + "/embeddings", .headers = {"Content-Type: application/json"}, .body = body.dump()};
    if (!settings_.key.empty()) request.headers.push_back("Authorization: Bearer " + settings_.key);
    return request;
  }

  Result<std::vector<std::vector<float>>> read(std::string_view body) const override {
    return read_vectors(body, {.list = "data", .item = "embedding"});
  }

 private:
  ApiSettings settings_;
  ApiNames names_;
  ApiLimits limits_{.texts = 128, .bytes = 200'000, .text_bytes = 8'000};  // at most 8,191 tokens a text, of a byte at least
};

}  // namespace

std::unique_ptr<EmbeddingApi> openai_api(const ApiSettings& settings) { return std::make_unique<OpenAiApi>(settings); }

}  // namespace grove::inference
