#include "inference/remote/rerank_api.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "inference/remote/json_answer.h"

namespace grove::inference {
namespace {

using nlohmann::json;

constexpr std::array kFormats = {
    RerankFormat{.place = {"cohere", "https://api.cohere.com/v2", "COHERE_BASE_URL", {"COHERE_API_KEY", "CO_API_KEY"}}, .title = "Cohere"},
    RerankFormat{.place = {"jina", "https://api.jina.ai/v1", "JINA_BASE_URL", {"JINA_API_KEY", ""}},
                 .title = "Jina AI",
                 .flags = R"({"return_documents": false})"},
    RerankFormat{.place = {"voyage", "https://api.voyageai.com/v1", "VOYAGE_BASE_URL", {"VOYAGE_API_KEY", ""}},
                 .title = "Voyage AI",
                 .count = "top_k",
                 .flags = R"({"return_documents": false, "truncation": true})",
                 .list = "data"},
    RerankFormat{.place = {"vllm", "http://localhost:8000/v1", "VLLM_BASE_URL", {"VLLM_API_KEY", ""}}, .title = "the rerank server"},
    RerankFormat{.place = {"tei", "http://localhost:8080", "TEI_BASE_URL", {"TEI_API_KEY", ""}},
                 .title = "Text Embeddings Inference",
                 .texts = "texts",
                 .count = "",
                 .flags = R"({"raw_scores": false, "truncate": true, "return_text": false})",
                 .list = "",
                 .score = "score",
                 .most_texts = 32,
                 .named = ""},
};

std::unexpected<Error> unexpected_answer(std::string what) { return fail(ErrorCode::kUnavailable, "the answer " + std::move(what)); }

const json* list_of(const RerankFormat& format, const json& answer) {
  if (format.list.empty()) return answer.is_array() ? &answer : nullptr;
  const auto list = answer.is_object() ? answer.find(format.list) : answer.end();
  return list != answer.end() && list->is_array() ? &*list : nullptr;
}

}  // namespace

const RerankFormat* find_rerank_format(std::string_view provider) {
  const auto found = std::ranges::find(kFormats, provider, [](const RerankFormat& format) { return format.place.name; });
  return found == kFormats.end() ? nullptr : &*found;
}

std::string rerank_providers() {
  std::string names;
  for (const RerankFormat& format : kFormats) names += (names.empty() ? "" : ", ") + std::string(format.place.name) + ":NAME";
  return names;
}

http::HttpRequest rerank_request(const RerankCall& call, std::string_view query, std::span<const std::string> texts) {
  const RerankFormat& format = call.format;
  json body = json::parse(format.flags);
  body["query"] = query;
  body[std::string(format.texts)] = texts;
  if (!format.named.empty()) body[std::string(format.named)] = call.model;
  if (!format.count.empty()) body[std::string(format.count)] = texts.size();
  http::HttpRequest request{.url = call.address.base_url + "/rerank", .headers = {"Content-Type: application/json"}, .body = body.dump()};
  if (!call.address.key.empty()) request.headers.push_back("Authorization: Bearer " + call.address.key);
  return request;
}

Result<std::vector<float>> read_scores(const RerankFormat& format, std::string_view body, std::size_t texts) {
  if (is_nested_too_deep(body)) return unexpected_answer("is nested too deep");
  const json answer = json::parse(body, nullptr, false);
  if (answer.is_discarded()) return unexpected_answer("is no JSON");
  const json* const list = list_of(format, answer);
  if (list == nullptr) return unexpected_answer("has no list of scores");
  constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
  std::vector<float> scores(texts, kNone);
  for (const json& item : *list) {
    const auto index = item.is_object() ? item.find("index") : item.end();
    const auto score = item.is_object() ? item.find(format.score) : item.end();
    if (index == item.end() || !index->is_number_unsigned() || score == item.end() || !score->is_number())
      return unexpected_answer("has an entry without a text's number and its score");
    const auto row = index->get<std::size_t>();
    if (row >= texts || !std::isnan(scores[row])) return unexpected_answer("numbers its scores wrongly");
    scores[row] = score->get<float>();
    if (!std::isfinite(scores[row])) return unexpected_answer("has a score that is not finite");
  }
  const auto missing = std::ranges::count_if(scores, [](float score) { return std::isnan(score); });
  if (missing > 0) return unexpected_answer("has no score for " + std::to_string(missing) + " of " + std::to_string(texts) + " texts");
  return scores;
}

}  // namespace grove::inference
