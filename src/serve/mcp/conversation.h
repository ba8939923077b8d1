#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "base/log.h"
#include "serve/mcp/server.h"
#include "serve/mcp/subscription.h"
#include "serve/mcp/worker_pool.h"

namespace grove::serve::mcp {

/// Threads that requests are worked on by: long ones never hold up quick ones.
struct Workers {
  WorkerPool quick{{.threads = 4, .waiting = 256}};
  WorkerPool slow{{.threads = 16, .waiting = 64}};
};

/// Longer batches are refused: one message must not ask for the work and the answers of thousands.
inline constexpr std::size_t kMostInBatch = 100;

/// One client on one channel that carries everything: stdio, and HTTP+SSE. Answers go out in the order they are ready.
/// Thread-safe.
class Conversation : public std::enable_shared_from_this<Conversation> {
 public:
  struct Parts {
    const Server& server;
    const Profile& profile;
    Workers& workers;
    Log& log;
    std::shared_ptr<Channel> channel;
  };
  /// All parts outlive it and the work it began.
  Conversation(Parts parts, std::string session_id);

  /// Takes one message or one batch. What is no message is told to the log, and to the client where it has an id.
  void receive(std::string_view text);
  Session& session() { return *session_; }
  /// Cancels everything and tells of nothing any more.
  void end();

 private:
  using Deliver = std::function<void(Json)>;  // a null answer: none will come
  void receive_batch(const Json& batch);
  void receive_one(Json value, const Deliver& deliver);
  void receive_request(const Message& message, const Deliver& deliver);
  void work(const Message& message, Asker asker, const Deliver& deliver);
  void listen(const Message& message);
  void end_subscription(const std::string& id);
  RpcResult<Asker> asker_for(const Message& message);

  Parts parts_;
  std::shared_ptr<Session> session_;
  std::shared_ptr<void> passing_on_;
  std::mutex mutex_;
  bool ended_ = false;
  std::map<std::string, std::shared_ptr<Subscription>> subscriptions_;  // by the id of the request as JSON
};

}  // namespace grove::serve::mcp
