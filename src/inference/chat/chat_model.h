#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/clock.h"
#include "base/result.h"
#include "http/pacer.h"
#include "http/retry.h"

namespace grove::inference {

struct ChatMessage {
  enum class Role { kSystem, kUser, kAssistant } role = Role::kUser;
  std::string text;
  friend bool operator==(const ChatMessage&, const ChatMessage&) = default;
};

struct ChatRequest {
  std::vector<ChatMessage> messages;
  std::string schema_name = {};  ///< Letters, digits, `_` and `-`; of `schema`.
  /// A JSON Schema, as JSON, that the answer is to match. A wish: where the model can't be held to it, the answer may be anything. Empty:
  /// plain text.
  std::string schema = {};
};

/// What an answer took.
struct ChatUsage {
  std::uint64_t tokens_in = 0;
  std::uint64_t tokens_out = 0;
  std::optional<double> dollars = {};  ///< As the server says it; most don't.
};

struct ChatAnswer {
  std::string text;  ///< Trimmed, without what the model only thought (`<think>…</think>`).
  ChatUsage usage = {};
  enum class End : std::uint8_t { kStop, kLength } end = End::kStop;  ///< kLength: cut off where the model may say no more.
  bool is_from_cache = false;                                         ///< Nobody was asked.
};

/// A language model that answers a conversation. Thread-safe.
class ChatModel {
 public:
  virtual ~ChatModel() = default;
  /// As the server calls it.
  virtual const std::string& name() const = 0;
  /// kUnavailable where the server gives no answer, kTimeout, kNotFound for an unknown model, kCancelled. No message holds the key.
  virtual Result<ChatAnswer> answer(const ChatRequest& request, const CancelToken& cancel) = 0;

  /// The text of a plain answer.
  Result<std::string> complete(const std::vector<ChatMessage>& messages, const CancelToken& cancel);
};

struct ChatSettings {
  std::string base_url;  ///< Ends in /v1, as a rule.
  std::string model;
  std::string key = {};  ///< Empty where none is needed; goes nowhere but into the request's header.
  std::chrono::milliseconds timeout = std::chrono::seconds(60);  ///< Of one attempt.
  http::RetryPolicy retry = {.attempts = 3, .first_pause = std::chrono::milliseconds(500), .longest_pause = std::chrono::seconds(10)};
  http::RateLimits rates = {};
  std::string app_name = {};             ///< Sent as X-Title, as OpenRouter has it.
  std::string site_url = {};             ///< Sent as HTTP-Referer.
  std::string variables = "LLM";         ///< What the names of its settings begin with, for hints: `LLM_MODEL`.
  const Clock* clock = &system_clock();  ///< Of the rate.
};

/// A model behind a server that speaks the OpenAI format: `POST {base}/chat/completions`, over HTTP or HTTPS. A busy server (429, 5xx) is
/// asked again, as the policy says. A server that refuses a JSON schema is asked for any JSON object, then without either; what it took is
/// remembered. Asks nobody yet.
std::unique_ptr<ChatModel> open_chat_model(const ChatSettings& settings);

}  // namespace grove::inference
