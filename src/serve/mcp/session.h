#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "serve/mcp/channel.h"
#include "serve/mcp/protocol/message.h"
#include "serve/mcp/protocol/revision.h"
#include "serve/mcp/protocol/severity.h"

namespace grove::serve::mcp {

/// What lasts between the messages of one client: what was agreed on, what is being worked on, what it is asked. Thread-safe.
class Session {
 public:
  explicit Session(std::string id) : id_(std::move(id)) {}
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const std::string& id() const { return id_; }
  /// What `initialize` agreed on; may come again on a transport without session ids.
  void open(Revision revision, Json capabilities);
  bool is_open() const;
  /// The newest with sessions before `initialize`.
  Revision revision() const;
  Json capabilities() const;

  void set_log_level(Severity level);
  Severity log_level() const;
  /// False where there are too many already.
  bool subscribe(const std::string& uri);
  void unsubscribe(const std::string& uri);
  bool is_subscribed(const std::string& uri) const;

  /// Knows a request's token until `end`, and gives it back.
  CancelToken begin(const Json& request_id, CancelToken token = {});
  void end(const Json& request_id);
  /// Nothing where the request has ended or never was.
  void cancel(const Json& request_id);
  /// Cancels all requests, and ends all questions to the client.
  void cancel_all();

  /// Asks the client over `channel` and waits for its answer: until it comes, the token is cancelled or the session ends.
  RpcResult<Json> ask(Channel& channel, std::string_view method, Json params, const CancelToken& cancel);
  /// The client's answer to such a question; one to nothing is dropped.
  void take_answer(const Message& answer);

 private:
  const std::string id_;
  mutable std::mutex mutex_;
  std::condition_variable answered_;
  bool open_ = false;
  Revision revision_ = kNewestWithSessions;
  Json capabilities_ = Json::object();
  Severity log_level_ = Severity::kInfo;
  std::set<std::string> subscriptions_;
  std::map<std::string, CancelToken> in_flight_;  // by the id as JSON
  std::map<std::string, Message> answers_;        // by question; of kind kRequest until it is answered
  std::uint64_t next_question_ = 1;
  bool ended_ = false;
};

}  // namespace grove::serve::mcp
