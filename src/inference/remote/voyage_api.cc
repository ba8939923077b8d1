#include <nlohmann/json.hpp>

#include "inference/remote/embedding_api.h"
#include "inference/remote/json_answer.h"

namespace grove::inference {
namespace {

using nlohmann::json;

class VoyageApi final : public EmbeddingApi {
 public:
  explicit VoyageApi(const ApiSettings& settings) : settings_(settings) {
    names_ = {.provider = "voyage",
              .title = "Voyage AI",
              .unreachable_hint = "check the network, and HTTPS_PROXY if there is a proxy",
              .no_model_hint = "choose a model that Voyage AI offers, as voyage:voyage-code-3",
              .no_access_hint = "set VOYAGE_API_KEY to a valid key"};
  }
  const ApiNames& names() const override { return names_; }
  const ApiLimits& limits() const override { return limits_; }

  http::HttpRequest request(std::span<const std::string> texts, TextRole role) const override {
    json body = {{"model", settings_.model},
                 {"input", texts},
                 {"input_type", role == TextRole::kQuery ? "query" : "document"},
                 {"truncation", true}};
    if (settings_.dimensions > 0) body["output_dimension"] = settings_.dimensions;
    return {.url = settings_.base_url + "/embeddings",
            .headers = {"Content-Type: application/json", "Authorization: Bearer " + settings_.key},
            .body = body.dump()};
  }

  Result<std::vector<std::vector<float>>> read(std::string_view body) const override {
    return read_vectors(body, {.list = "data", .item = "embedding"});
  }

 private:
  ApiSettings settings_;
  ApiNames names_;
  ApiLimits limits_{.texts = 128, .bytes = 120'000, .text_bytes = 16'000};  // at most 120,000 tokens a request, of a byte at least
};

}  // namespace

std::unique_ptr<EmbeddingApi> voyage_api(const ApiSettings& settings) { return std::make_unique<VoyageApi>(settings); }

}  // namespace grove::inference
