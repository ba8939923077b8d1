#include <atomic>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "inference/chat/chat_model.h"
#include "inference/pricing.h"
#include "inference/remote/json_answer.h"
#include "inference/remote/refusal.h"

namespace grove::inference {
namespace {

using nlohmann::json;

constexpr std::size_t kLongestAnswer = std::size_t{4} << 20U;

/// How an answer is held to JSON; each is asked for where the one before was refused.
enum class Hold : int { kSchema, kObject, kNothing };

std::string without_thoughts(std::string text) {
  constexpr std::string_view kEnd = "</think>";
  const auto end = text.find(kEnd);
  if (end != std::string::npos && trim(text).starts_with("<think>")) text.erase(0, end + kEnd.size());
  return std::string(trim(text));
}

std::uint64_t count_at(const json& usage, const char* key) {
  const auto found = usage.find(key);
  return found != usage.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

ChatUsage read_usage(const json& answer) {
  const auto usage = answer.find("usage");
  if (usage == answer.end() || !usage->is_object()) return {};
  ChatUsage read{.tokens_in = count_at(*usage, "prompt_tokens"), .tokens_out = count_at(*usage, "completion_tokens")};
  const auto cost = usage->find("cost");
  if (cost != usage->end() && cost->is_number() && cost->get<double>() >= 0) read.dollars = cost->get<double>();
  return read;
}

/// A string, or the text parts of a list.
std::string read_content(const json& message) {
  const json content = message.value("content", json());
  std::string text;
  if (content.is_string()) text = content.get<std::string>();
  if (content.is_array())
    for (const json& part : content)
      if (part.is_object() && part.contains("text") && part["text"].is_string()) text += part["text"].get<std::string>();
  return without_thoughts(std::move(text));
}

/// The first choice.
Result<ChatAnswer> read_answer(std::string_view body) {
  const auto nothing = [](const char* why) { return fail(ErrorCode::kUnavailable, why); };
  if (is_nested_too_deep(body)) return nothing("its answer is nested too deep");
  const json answer = json::parse(body, nullptr, false);
  if (!answer.is_object()) return nothing("it sent no JSON object");
  if (const json error = answer.value("error", json()); error.is_object() && !answer.contains("choices")) {
    const json message = error.value("message", json());
    return fail(ErrorCode::kUnavailable,
                "it answers with an error" + (message.is_string() ? ": " + message.get<std::string>() : std::string()));
  }
  const auto choices = answer.find("choices");
  const bool has_choice = choices != answer.end() && choices->is_array() && !choices->empty() && choices->front().is_object();
  if (!has_choice || !choices->front().contains("message") || !choices->front()["message"].is_object())
    return nothing("its answer has no message under `choices`");
  const json& message = choices->front()["message"];
  const json finish = choices->front().value("finish_reason", json());
  const bool is_refused = message.value("refusal", json()).is_string() && !message["refusal"].get<std::string>().empty();
  if (finish == "content_filter" || is_refused) return nothing("it declined to answer");
  if (finish == "error") return nothing("it broke off its answer");
  ChatAnswer read{.text = read_content(message),
                  .usage = read_usage(answer),
                  .end = finish == "length" ? ChatAnswer::End::kLength : ChatAnswer::End::kStop};
  if (read.text.empty())
    return nothing(read.end == ChatAnswer::End::kLength ? "it ran out of tokens before it said anything" : "its answer is empty");
  return read;
}

std::string_view role_name(ChatMessage::Role role) {
  switch (role) {
    case ChatMessage::Role::kSystem: return "system";
    case ChatMessage::Role::kUser: return "user";
    case ChatMessage::Role::kAssistant: return "assistant";
  }
  return "user";
}

json format_of(const ChatRequest& request, Hold hold) {
  if (hold == Hold::kObject) return {{"type", "json_object"}};
  json schema = json::parse(request.schema, nullptr, false);
  return {{"type", "json_schema"}, {"json_schema", {{"name", request.schema_name}, {"strict", false}, {"schema", std::move(schema)}}}};
}

/// Statuses with which servers say that they don't know a field of the request, among other things.
bool may_refuse_format(int status) { return status == 400 || status == 404 || status == 415 || status == 422 || status == 501; }

/// Nothing that would end a header.
std::string header_value(std::string text) {
  std::erase_if(text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; });
  return text;
}

class OpenAiChat final : public ChatModel {
 public:
  explicit OpenAiChat(const ChatSettings& settings)
      : settings_(settings),
        client_({.connect = std::chrono::seconds(5), .whole = settings.timeout, .body_bytes = kLongestAnswer}),
        pacer_(settings.rates, *settings.clock) {
    const std::string& prefix = settings.variables;
    names_ = {.provider = "openai",
              .title = "the language model's server",
              .unreachable_hint = "check that it runs, and that " + prefix + "_BASE_URL ends in /v1",
              .no_model_hint =
                  "set " + prefix + "_MODEL to a model that the server offers, and " + prefix + "_BASE_URL to an address that ends in /v1",
              .no_access_hint = "set " + prefix + "_API_KEY to a valid key"};
  }

  const std::string& name() const override { return settings_.model; }

  Result<ChatAnswer> answer(const ChatRequest& request, const CancelToken& cancel) override {
    const std::string doing = "cannot ask the language model " + settings_.model;
    GROVE_ASSIGN_OR_RETURN(const http::HttpResponse response, send(request, cancel, doing));
    if (response.status != 200) return std::unexpected(refusal_of({.doing = doing, .names = names_, .secret = settings_.key}, response));
    auto answer = read_answer(response.body);
    if (!answer) {
      Error error = std::move(answer).error();
      error.message = without_secret(std::move(error.message), settings_.key);
      return std::unexpected(std::move(error).within(doing));
    }
    return answer;
  }

 private:
  /// Asks for the strictest hold that this server has not refused yet. One is given up for good only if the server takes the next one: what
  /// is refused either way is refused for another reason.
  Result<http::HttpResponse> send(const ChatRequest& request, const CancelToken& cancel, const std::string& doing) {
    const int first = request.schema.empty() ? static_cast<int>(Hold::kNothing) : hold_.load();
    for (int hold = first;; ++hold) {
      auto response = http::send_with_retries({client_, settings_.retry, &pacer_}, http_request(request, Hold{hold}), cancel);
      if (!response) return std::unexpected(unreachable(std::move(response).error()).within(doing));
      if (response->status == 200 && hold > first) hold_ = hold;
      if (!may_refuse_format(response->status) || hold == static_cast<int>(Hold::kNothing)) return response;
    }
  }

  Error unreachable(Error error) const {
    if (error.code == ErrorCode::kIo || error.code == ErrorCode::kResourceLimit) error.code = ErrorCode::kUnavailable;
    if (error.code == ErrorCode::kUnavailable && error.hint.empty()) error.hint = names_.unreachable_hint;
    if (error.code == ErrorCode::kTimeout)
      error.hint = (settings_.variables.starts_with("GROVE_") ? "" : "GROVE_") + settings_.variables + "_TIMEOUT allows more time";
    return error;
  }

  http::HttpRequest http_request(const ChatRequest& request, Hold hold) const {
    json list = json::array();
    for (const ChatMessage& message : request.messages) list.push_back({{"role", role_name(message.role)}, {"content", message.text}});
    json body = {{"model", settings_.model}, {"messages", std::move(list)}, {"temperature", 0}, {"stream", false}};
    if (hold != Hold::kNothing) body["response_format"] = format_of(request, hold);
    const std::string_view base = std::string_view(settings_.base_url).substr(0, settings_.base_url.find_last_not_of('/') + 1);
    http::HttpRequest sent{.url = std::string(base) + "/chat/completions",
                           .headers = {"Content-Type: application/json"},
                           .body = body.dump(-1, ' ', false, json::error_handler_t::replace)};
    sent.tokens = estimated_tokens(sent.body->size());
    if (!settings_.key.empty()) sent.headers.push_back("Authorization: Bearer " + settings_.key);
    if (!settings_.app_name.empty()) sent.headers.push_back("X-Title: " + header_value(settings_.app_name));
    if (!settings_.site_url.empty()) sent.headers.push_back("HTTP-Referer: " + header_value(settings_.site_url));
    return sent;
  }

  ChatSettings settings_;
  ApiNames names_;
  http::HttpClient client_;
  http::Pacer pacer_;
  std::atomic<int> hold_ = static_cast<int>(Hold::kSchema);
};

}  // namespace

std::unique_ptr<ChatModel> open_chat_model(const ChatSettings& settings) { return std::make_unique<OpenAiChat>(settings); }

}  // namespace grove::inference
