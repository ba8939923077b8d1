#include "serve/mcp/session.h"

#include <fmt/format.h>

#include <chrono>

namespace grove::serve::mcp {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{50};
constexpr std::size_t kMostSubscriptions = 1000;

}  // namespace

void Session::open(Revision revision, Json capabilities) {
  const std::lock_guard lock(mutex_);
  open_ = true;
  revision_ = revision;
  capabilities_ = std::move(capabilities);
}

bool Session::is_open() const {
  const std::lock_guard lock(mutex_);
  return open_;
}

Revision Session::revision() const {
  const std::lock_guard lock(mutex_);
  return revision_;
}

Json Session::capabilities() const {
  const std::lock_guard lock(mutex_);
  return capabilities_;
}

void Session::set_log_level(Severity level) {
  const std::lock_guard lock(mutex_);
  log_level_ = level;
}

Severity Session::log_level() const {
  const std::lock_guard lock(mutex_);
  return log_level_;
}

bool Session::subscribe(const std::string& uri) {
  const std::lock_guard lock(mutex_);
  if (subscriptions_.size() >= kMostSubscriptions && !subscriptions_.contains(uri)) return false;
  subscriptions_.insert(uri);
  return true;
}

void Session::unsubscribe(const std::string& uri) {
  const std::lock_guard lock(mutex_);
  subscriptions_.erase(uri);
}

bool Session::is_subscribed(const std::string& uri) const {
  const std::lock_guard lock(mutex_);
  return subscriptions_.contains(uri);
}

CancelToken Session::begin(const Json& request_id, CancelToken token) {
  const std::lock_guard lock(mutex_);
  if (ended_) token.cancel();
  in_flight_.insert_or_assign(to_text(request_id), token);
  return token;
}

void Session::end(const Json& request_id) {
  const std::lock_guard lock(mutex_);
  in_flight_.erase(to_text(request_id));
}

void Session::cancel(const Json& request_id) {
  const std::lock_guard lock(mutex_);
  const auto found = in_flight_.find(to_text(request_id));
  if (found != in_flight_.end()) found->second.cancel();
}

void Session::cancel_all() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    for (const auto& [id, token] : in_flight_) token.cancel();
  }
  answered_.notify_all();
}

RpcResult<Json> Session::ask(Channel& channel, std::string_view method, Json params, const CancelToken& cancel) {
  std::unique_lock lock(mutex_);
  const std::string question = fmt::format("grove-{}", next_question_++);
  const std::string key = to_text(question);
  answers_.emplace(key, Message{});
  lock.unlock();
  channel.send(request(question, method, std::move(params)));
  lock.lock();
  while (answers_[key].kind != Message::Kind::kResponse && !ended_ && !cancel.cancelled()) answered_.wait_for(lock, kBetweenLooks);
  const Message answer = std::move(answers_[key]);
  answers_.erase(key);
  if (answer.kind != Message::Kind::kResponse) return refuse(RpcCode::kInternalError, "the client did not answer a question");
  if (!answer.error.is_null()) return refuse(RpcCode::kInternalError, "the client refused: " + text_member(answer.error, "message"));
  return answer.result;
}

void Session::take_answer(const Message& answer) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = answers_.find(to_text(answer.id));
    if (found == answers_.end()) return;
    found->second = answer;
  }
  answered_.notify_all();
}

}  // namespace grove::serve::mcp
