#include "inference/testing/fake_rerankers.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <numeric>

namespace grove::inference {
namespace {

using nlohmann::json;
using Request = http::TestServer::Request;
using Response = http::TestServer::Response;

/// What a provider's documentation says of its requests and answers.
struct Protocol {
  std::string path, texts, count;
  std::vector<std::string> required, optional;
  std::size_t most = 1000;
};

Protocol protocol_of(const std::string& provider) {
  if (provider == "cohere")
    return {.path = "/v2",
            .texts = "documents",
            .count = "top_n",
            .required = {"model", "query", "documents"},
            .optional = {"top_n", "max_tokens_per_doc", "priority"}};
  if (provider == "jina")
    return {.path = "/v1",
            .texts = "documents",
            .count = "top_n",
            .required = {"model", "query", "documents"},
            .optional = {"top_n", "return_documents"},
            .most = 2048};
  if (provider == "voyage")
    return {.path = "/v1",
            .texts = "documents",
            .count = "top_k",
            .required = {"model", "query", "documents"},
            .optional = {"top_k", "return_documents", "truncation"}};
  if (provider == "vllm")
    return {.path = "/v1",
            .texts = "documents",
            .count = "top_n",
            .required = {"model", "query", "documents"},
            .optional = {"top_n", "truncate_prompt_tokens"}};
  return {.path = "",
          .texts = "texts",
          .count = "",
          .required = {"query", "texts"},
          .optional = {"raw_scores", "return_text", "truncate", "truncation_direction"},
          .most = 32};
}

Response refuse(int status, const std::string& why) { return {.status = status, .body = json{{"message", why}}.dump()}; }

std::string complaint_about(const Protocol& protocol, const json& body) {
  if (!body.is_object()) return "no object";
  for (const std::string& name : protocol.required)
    if (!body.contains(name)) return "missing " + name;
  for (const auto& [name, value] : body.items()) {
    const auto is_name = [&](const std::vector<std::string>& names) { return std::ranges::find(names, name) != names.end(); };
    if (!is_name(protocol.required) && !is_name(protocol.optional)) return "unknown " + name;
  }
  if (!body["query"].is_string() || body["query"].get<std::string>().empty()) return "query";
  const json& texts = body[protocol.texts];
  if (!texts.is_array() || texts.empty() || texts.size() > protocol.most) return protocol.texts;
  return std::ranges::all_of(texts, [](const json& text) { return text.is_string(); }) ? "" : protocol.texts;
}

json answer_to(const std::string& provider, const json& texts, std::size_t count) {
  std::vector<std::size_t> order(texts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto score = [&](std::size_t i) { return fake_score(texts[i]); };
  std::ranges::stable_sort(order, std::ranges::greater(), score);
  order.resize(std::min(count, order.size()));
  json list = json::array();
  for (const std::size_t i : order) list.push_back({{"index", i}, {provider == "tei" ? "score" : "relevance_score", score(i)}});
  if (provider == "tei") return list;
  if (provider == "voyage") return {{"object", "list"}, {"data", list}, {"usage", {{"total_tokens", 7}}}};
  return {{"id", "1"}, {"results", list}, {"meta", json::object()}};
}

}  // namespace

float fake_score(const std::string& text) {
  return text.empty() ? 0.0F : static_cast<float>(std::ranges::count(text, 'a')) / static_cast<float>(text.size());
}

std::string rerank_base_path(const std::string& provider) { return protocol_of(provider).path; }

http::TestServer::Handler fake_reranker(const std::string& provider, std::vector<std::string>& seen) {
  const auto mutex = std::make_shared<std::mutex>();
  return [provider, protocol = protocol_of(provider), &seen, mutex](const Request& request) -> Response {
    const std::lock_guard lock(*mutex);
    if (request.method != "POST" || request.target != protocol.path + "/rerank") return refuse(404, "no such path");
    if (!request.headers.contains("authorization") || request.headers.at("authorization") != "Bearer rk-test") return refuse(401, "no key");
    if (!request.headers.contains("content-type") || request.headers.at("content-type") != "application/json") return refuse(415, "type");
    const json body = json::parse(request.body, nullptr, false);
    if (const std::string why = complaint_about(protocol, body); !why.empty()) return refuse(provider == "tei" ? 422 : 400, why);
    seen.push_back(request.body);
    const json& texts = body[protocol.texts];
    const std::size_t count = protocol.count.empty() ? texts.size() : body.value(protocol.count, texts.size());
    return {.body = answer_to(provider, texts, count).dump(), .headers = {"Content-Type: application/json"}};
  };
}

}  // namespace grove::inference
