#include <nlohmann/json.hpp>

#include "base/text.h"
#include "inference/chat/chat_model.h"
#include "inference/remote/refusal.h"

namespace grove::inference {
namespace {

using nlohmann::json;

constexpr std::size_t kLongestAnswer = std::size_t{4} << 20U;

std::string without_thoughts(std::string text) {
  constexpr std::string_view kEnd = "</think>";
  const auto end = text.find(kEnd);
  if (end != std::string::npos && trim(text).starts_with("<think>")) text.erase(0, end + kEnd.size());
  return std::string(trim(text));
}

/// The text of the first choice: a string, or the text parts of a list.
Result<std::string> read_text(std::string_view body) {
  const auto nothing = [](const char* why) { return fail(ErrorCode::kUnavailable, why); };
  const json answer = json::parse(body, nullptr, false);
  if (!answer.is_object()) return nothing("it sent no JSON object");
  const auto choices = answer.find("choices");
  const bool has_choice = choices != answer.end() && choices->is_array() && !choices->empty() && choices->front().is_object();
  if (!has_choice || !choices->front().contains("message") || !choices->front()["message"].is_object())
    return nothing("its answer has no message under `choices`");
  const json& message = choices->front()["message"];
  const bool is_filtered = choices->front().value("finish_reason", json()) == "content_filter";
  const bool is_refused = message.value("refusal", json()).is_string() && !message["refusal"].get<std::string>().empty();
  if (is_filtered || is_refused) return nothing("it declined to answer");
  const json content = message.value("content", json());
  std::string text;
  if (content.is_string()) text = content.get<std::string>();
  if (content.is_array())
    for (const json& part : content)
      if (part.is_object() && part.contains("text") && part["text"].is_string()) text += part["text"].get<std::string>();
  text = without_thoughts(std::move(text));
  return text.empty() ? Result<std::string>(nothing("its answer is empty")) : text;
}

class OpenAiChat final : public ChatModel {
 public:
  explicit OpenAiChat(const ChatSettings& settings)
      : settings_(settings), client_({.connect = std::chrono::seconds(5), .whole = settings.timeout, .body_bytes = kLongestAnswer}) {
    names_ = {.provider = "openai",
              .title = "the language model's server",
              .unreachable_hint = "check that it runs, and that LLM_BASE_URL ends in /v1",
              .no_model_hint = "set LLM_MODEL to a model that the server offers, and LLM_BASE_URL to an address that ends in /v1",
              .no_access_hint = "set LLM_API_KEY to a valid key"};
  }

  const std::string& name() const override { return settings_.model; }

  Result<std::string> complete(const std::vector<ChatMessage>& messages, const CancelToken& cancel) override {
    const std::string doing = "cannot ask the language model " + settings_.model;
    auto response = http::send_with_retries({client_, settings_.retry}, request(messages), cancel);
    if (!response) {
      Error error = std::move(response).error();
      if (error.code == ErrorCode::kUnavailable) error.hint = names_.unreachable_hint;
      if (error.code == ErrorCode::kTimeout) error.hint = "GROVE_LLM_TIMEOUT allows more time";
      return std::unexpected(std::move(error).within(doing));
    }
    if (response->status != 200) return std::unexpected(refusal_of({.doing = doing, .names = names_, .secret = settings_.key}, *response));
    auto text = read_text(response->body);
    if (!text) return std::unexpected(std::move(text).error().within(doing));
    return text;
  }

 private:
  http::HttpRequest request(const std::vector<ChatMessage>& messages) const {
    json list = json::array();
    for (const ChatMessage& message : messages)
      list.push_back({{"role", message.role == ChatMessage::Role::kSystem ? "system" : "user"}, {"content", message.text}});
    const json body = {{"model", settings_.model}, {"messages", std::move(list)}, {"temperature", 0}, {"stream", false}};
    const std::string_view base = std::string_view(settings_.base_url).substr(0, settings_.base_url.find_last_not_of('/') + 1);
    http::HttpRequest request{.url = std::string(base) + "/chat/completions",
                              .headers = {"Content-Type: application/json"},
                              .body = body.dump(-1, ' ', false, json::error_handler_t::replace)};
    if (!settings_.key.empty()) request.headers.push_back("Authorization: Bearer " + settings_.key);
    return request;
  }

  ChatSettings settings_;
  ApiNames names_;
  http::HttpClient client_;
};

}  // namespace

std::unique_ptr<ChatModel> open_chat_model(const ChatSettings& settings) { return std::make_unique<OpenAiChat>(settings); }

}  // namespace grove::inference
