#include "inference/testing/fake_providers.h"

#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>

namespace grove::inference {
namespace {

using nlohmann::json;
using Request = http::TestServer::Request;
using Response = http::TestServer::Response;

Response refuse(int status, const std::string& why) { return {.status = status, .body = json{{"error", {{"message", why}}}}.dump()}; }

/// Why the object has not just these fields (required ones first, then `optional`); empty if it has.
std::string odd_field(const json& object, const std::set<std::string>& required, const std::set<std::string>& optional) {
  if (!object.is_object()) return "no object";
  for (const std::string& name : required) {
    if (!object.contains(name)) return "missing " + name;
  }
  for (const auto& [name, value] : object.items()) {
    if (!required.contains(name) && !optional.contains(name)) return "unknown " + name;
  }
  return {};
}

bool is_list_of_texts(const json& list, std::size_t most) {
  if (!list.is_array() || list.empty() || list.size() > most) return false;
  for (const json& text : list) {
    if (!text.is_string() || text.get<std::string>().empty()) return false;
  }
  return true;
}

Response openai(const Request& request, const json& body) {
  if (request.target != "/v1/embeddings") return refuse(404, "no such path");
  if (request.headers.at("authorization") != "Bearer sk-test-1234") return refuse(401, "Incorrect API key provided: sk-test-1234");
  if (const auto odd = odd_field(body, {"model", "input"}, {"encoding_format", "dimensions"}); !odd.empty()) return refuse(400, odd);
  if (body["model"] != "text-embedding-3-small" && body["model"] != "own-model") return refuse(404, "no such model");
  if (!is_list_of_texts(body["input"], 2048)) return refuse(400, "input");
  json data = json::array();
  for (std::size_t i = body["input"].size(); i-- > 0;) {  // in another order: the index counts
    data.push_back({{"object", "embedding"}, {"index", i}, {"embedding", fake_vector(body["input"][i])}});
  }
  return {.body = json{{"object", "list"}, {"data", data}, {"model", body["model"]}, {"usage", {{"total_tokens", 1}}}}.dump()};
}

Response voyage(const Request& request, const json& body) {
  if (request.target != "/v1/embeddings") return refuse(404, "no such path");
  if (request.headers.at("authorization") != "Bearer vo-1") return {.status = 401, .body = R"({"detail": "Provided API key is invalid."})"};
  if (const auto odd = odd_field(body, {"model", "input", "input_type"}, {"truncation", "output_dimension"}); !odd.empty()) {
    return {.status = 400, .body = json{{"detail", odd}}.dump()};
  }
  if (body["input_type"] != "query" && body["input_type"] != "document") return refuse(400, "input_type");
  if (!is_list_of_texts(body["input"], 1000)) return refuse(400, "input");
  json data = json::array();
  for (std::size_t i = 0; i < body["input"].size(); ++i) {
    data.push_back({{"object", "embedding"}, {"index", i}, {"embedding", fake_vector(body["input"][i])}});
  }
  return {.body = json{{"object", "list"}, {"data", data}, {"model", body["model"]}}.dump()};
}

Response gemini(const Request& request, const json& body) {
  if (request.target != "/v1beta/models/gemini-embedding-001:batchEmbedContents") return refuse(404, "models not found");
  if (request.headers.at("x-goog-api-key") != "ge-1") return refuse(403, "API key not valid");
  if (!body.is_object() || !body.contains("requests") || body["requests"].size() > 100) return refuse(400, "requests");
  json embeddings = json::array();
  for (const json& item : body["requests"]) {
    if (const auto odd = odd_field(item, {"model", "content", "taskType"}, {"outputDimensionality", "title"}); !odd.empty()) {
      return refuse(400, odd);
    }
    if (item["model"] != "models/gemini-embedding-001") return refuse(400, "model");
    if (item["taskType"] != "CODE_RETRIEVAL_QUERY" && item["taskType"] != "RETRIEVAL_DOCUMENT") return refuse(400, "taskType");
    embeddings.push_back({{"values", fake_vector(item["content"]["parts"][0]["text"])}});
  }
  return {.body = json{{"embeddings", embeddings}}.dump()};
}

Response ollama(const Request& request, const json& body) {
  if (request.target == "/api/tags") {
    return {.body = R"({"models": [{"name": "qwen3-embedding:0.6b", "digest": "ac6da0dfba84"}, {"name": "tiny:latest", "digest": "77"}]})"};
  }
  if (!body.is_object() || (body["model"] != "qwen3-embedding:0.6b" && body["model"] != "tiny")) {
    return {.status = 404, .body = json{{"error", "model \"" + body.value("model", "") + "\" not found, try pulling it first"}}.dump()};
  }
  if (request.target == "/api/show") {
    return {.body = R"({"model_info": {"general.architecture": "qwen3", "qwen3.embedding_length": 3, "qwen3.context_length": 32768}})"};
  }
  if (request.target == "/api/generate") {
    return odd_field(body, {"model", "keep_alive"}, {}).empty() && body["keep_alive"] == 0 ? Response{.body = R"({"done": true})"}
                                                                                           : refuse(400, "unload");
  }
  if (request.target != "/api/embed") return {.status = 404, .body = "404 page not found"};
  if (const auto odd = odd_field(body, {"model", "input"}, {"truncate", "keep_alive", "dimensions", "options"}); !odd.empty()) {
    return {.status = 400, .body = json{{"error", odd}}.dump()};
  }
  if (!is_list_of_texts(body["input"], 100'000)) return {.status = 400, .body = R"({"error": "invalid input"})"};
  json embeddings = json::array();
  for (const json& text : body["input"]) embeddings.push_back(fake_vector(text));
  return {.body = json{{"model", body["model"]}, {"embeddings", embeddings}}.dump()};
}

Response dispatch(const std::string& provider, const Request& request, const json& body) {
  if (provider == "openai") return openai(request, body);
  if (provider == "voyage") return voyage(request, body);
  if (provider == "gemini") return gemini(request, body);
  return ollama(request, body);
}

}  // namespace

std::vector<float> fake_vector(const std::string& text) {
  return {static_cast<float>(text.size() % 97) + 1, static_cast<float>(static_cast<unsigned char>(text.back())), -2.5F};
}

http::TestServer::Handler fake_provider(const std::string& provider, std::vector<std::string>& seen) {
  const auto mutex = std::make_shared<std::mutex>();
  return [provider, &seen, mutex](const Request& request) -> Response {
    const std::lock_guard lock(*mutex);
    const bool is_get = request.target == "/api/tags";
    if (request.method != (is_get ? "GET" : "POST")) return refuse(405, "method");
    if (is_get) return dispatch(provider, request, {});
    if (!request.headers.contains("content-type") || request.headers.at("content-type") != "application/json") return refuse(415, "type");
    const json body = json::parse(request.body, nullptr, false);
    if (body.is_discarded()) return refuse(400, "no JSON");
    try {
      Response response = dispatch(provider, request, body);
      if (response.status == 200) seen.push_back(request.body);
      return response;
    } catch (const std::exception& error) {
      return refuse(400, error.what());
    }
  };
}

}  // namespace grove::inference
