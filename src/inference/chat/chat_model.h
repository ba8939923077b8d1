#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "http/retry.h"

namespace grove::inference {

struct ChatMessage {
  enum class Role { kSystem, kUser } role = Role::kUser;
  std::string text;
};

/// A language model that answers a conversation. Thread-safe.
class ChatModel {
 public:
  virtual ~ChatModel() = default;
  /// As the server calls it.
  virtual const std::string& name() const = 0;
  /// The model's text, trimmed, without what it only thought (`<think>…</think>`). kUnavailable where the server gives none, kTimeout,
  /// kNotFound for an unknown model, kCancelled. No message holds the key.
  virtual Result<std::string> complete(const std::vector<ChatMessage>& messages, const CancelToken& cancel) = 0;
};

struct ChatSettings {
  std::string base_url;  ///< Ends in /v1, as a rule.
  std::string model;
  std::string key = {};  ///< Empty where none is needed; goes nowhere but into the request's header.
  std::chrono::milliseconds timeout = std::chrono::seconds(60);  ///< Of one attempt.
  http::RetryPolicy retry = {.attempts = 3, .first_pause = std::chrono::milliseconds(500), .longest_pause = std::chrono::seconds(10)};
};

/// A model behind a server that speaks the OpenAI format: `POST {base}/chat/completions`, over HTTP or HTTPS. A busy server (429, 5xx) is
/// asked again, as the policy says. Asks nobody yet.
std::unique_ptr<ChatModel> open_chat_model(const ChatSettings& settings);

}  // namespace grove::inference
