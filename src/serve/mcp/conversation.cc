#include "serve/mcp/conversation.h"

#include <fmt/format.h>

#include <atomic>
#include <utility>
#include <vector>

namespace grove::serve::mcp {
namespace {

constexpr std::size_t kMostSubscriptions = 100;

/// Answers of a batch, which go out together once the last is there.
class Batch {
 public:
  Batch(std::size_t open, std::shared_ptr<Channel> channel) : open_(open), channel_(std::move(channel)) {}

  void take(Json answer) {
    const std::lock_guard lock(mutex_);
    if (!answer.is_null()) answers_.push_back(std::move(answer));
    if (--open_ == 0 && !answers_.empty()) channel_->send(answers_);
  }

 private:
  std::mutex mutex_;
  std::size_t open_;
  Json answers_ = Json::array();
  std::shared_ptr<Channel> channel_;
};

Json too_much(const Json& id) {
  return error_response(id, {.code = RpcCode::kServerError, .message = "too many requests wait already; try again later"});
}

}  // namespace

Conversation::Conversation(Parts parts, std::string session_id)
    : parts_(std::move(parts)), session_(std::make_shared<Session>(std::move(session_id))) {
  passing_on_ = pass_on(parts_.server.announcements(), session_, parts_.channel);
}

void Conversation::end() {
  // Dropped outside of the lock: that waits for announcements under way.
  std::shared_ptr<void> passing_on;
  std::map<std::string, std::shared_ptr<Subscription>> subscriptions;
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    passing_on.swap(passing_on_);
    subscriptions.swap(subscriptions_);
  }
  session_->cancel_all();
}

void Conversation::receive(std::string_view text) {
  auto value = parse_json(text);
  if (!value) return parts_.log.write(LogLevel::kWarning, value.error().message);
  if (value->is_array()) return receive_batch(*value);
  receive_one(*std::move(value), [channel = parts_.channel](const Json& answer) {
    if (!answer.is_null()) channel->send(answer);
  });
}

void Conversation::receive_batch(const Json& batch) {
  if (batch.empty() || (session_->is_open() && !has_batches(session_->revision()))) {
    const RpcError error{.code = RpcCode::kInvalidRequest, .message = "this revision of the protocol has no batches"};
    return parts_.channel->send(error_response(nullptr, error));
  }
  if (batch.size() > kMostInBatch) {
    const RpcError error{.code = RpcCode::kInvalidRequest, .message = fmt::format("a batch has at most {} messages", kMostInBatch)};
    return parts_.channel->send(error_response(nullptr, error));
  }
  const auto answers = std::make_shared<Batch>(batch.size(), parts_.channel);
  for (const Json& value : batch) {
    const Json* method = member(value, "method");
    if (method != nullptr && *method == "initialize") {
      answers->take(
          error_response(value.value("id", Json()), {.code = RpcCode::kInvalidRequest, .message = "`initialize` can't be in a batch"}));
      continue;
    }
    receive_one(value, [answers](Json answer) { answers->take(std::move(answer)); });
  }
}

void Conversation::receive_one(Json value, const Deliver& deliver) {
  auto message = read_message(std::move(value));
  if (!message) {
    parts_.log.write(LogLevel::kWarning, message.error().error.message);
    return deliver(message.error().id.is_null() ? Json() : error_response(message.error().id, message.error().error));
  }
  if (message->kind == Message::Kind::kRequest) return receive_request(*message, deliver);
  if (message->kind == Message::Kind::kResponse) session_->take_answer(*message);
  if (message->kind == Message::Kind::kNotification) {
    parts_.server.take_notification(*session_, *message);
    const Json* cancelled = message->method == "notifications/cancelled" ? member(message->params, "requestId") : nullptr;
    if (cancelled != nullptr) end_subscription(to_text(*cancelled));
  }
  deliver(nullptr);
}

RpcResult<Asker> Conversation::asker_for(const Message& message) {
  Asker asker{.channel = parts_.channel};
  if (!is_stateless(message)) {
    asker.revision = session_->revision();
    asker.capabilities = session_->capabilities();
    asker.session = session_;
    return asker;
  }
  auto envelope = parts_.server.admit(message);
  if (!envelope) return std::unexpected(envelope.error());
  asker.revision = kNewest;
  asker.capabilities = std::move(envelope->capabilities);
  asker.log_level = envelope->log_level;
  return asker;
}

void Conversation::receive_request(const Message& message, const Deliver& deliver) {
  auto asker = asker_for(message);
  if (!asker) return deliver(error_response(message.id, asker.error()));
  const Pace pace = parts_.server.pace(parts_.profile, message);
  if (pace == Pace::kOpenEnded) {
    listen(message);
    return deliver(nullptr);
  }
  asker->cancel = session_->begin(message.id);
  if (pace == Pace::kAtOnce) return work(message, *std::move(asker), deliver);
  WorkerPool& pool = pace == Pace::kLong ? parts_.workers.slow : parts_.workers.quick;
  const bool taken = pool.submit([self = shared_from_this(), message, asker = *asker, deliver] { self->work(message, asker, deliver); });
  if (taken) return;
  session_->end(message.id);
  deliver(too_much(message.id));
}

void Conversation::work(const Message& message, Asker asker, const Deliver& deliver) {
  const CancelToken cancel = asker.cancel;
  Exchange exchange(std::move(asker), message);
  Answer answer = parts_.server.answer(parts_.profile, message, exchange);
  session_->end(message.id);
  // Nobody waits for the answer of a cancelled request.
  deliver(cancel.cancelled() ? Json() : std::move(answer.message));
}

void Conversation::listen(const Message& message) {
  const std::string id = to_text(message.id);
  end_subscription(id);
  {
    const std::lock_guard lock(mutex_);
    if (subscriptions_.size() >= kMostSubscriptions) return parts_.channel->send(too_much(message.id));
  }
  const auto opened = Subscription::open(parts_.server.announcements(), parts_.profile, message, parts_.channel);
  if (!opened) return parts_.channel->send(error_response(message.id, opened.error()));
  const std::lock_guard lock(mutex_);
  if (!ended_) subscriptions_.emplace(id, *opened);
}

/// Dropped outside of the lock, as in `end`.
void Conversation::end_subscription(const std::string& id) {
  std::shared_ptr<Subscription> ended;
  const std::lock_guard lock(mutex_);
  const auto found = subscriptions_.find(id);
  if (found == subscriptions_.end()) return;
  ended = std::move(found->second);
  subscriptions_.erase(found);
}

}  // namespace grove::serve::mcp
