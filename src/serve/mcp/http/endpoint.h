#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "serve/http/message.h"
#include "serve/mcp/conversation.h"
#include "serve/mcp/http/headers.h"
#include "serve/mcp/http/sessions.h"
#include "serve/mcp/server.h"

namespace grove::serve::mcp {

/// The protocol over HTTP: Streamable HTTP of both eras at one address a profile, and HTTP+SSE for old clients. Thread-safe.
class Endpoint {
 public:
  /// All outlive it. `patience`: how long an answer that is no stream may take.
  Endpoint(const Server& server, Workers& workers, Log& log, std::chrono::milliseconds patience)
      : server_(server), workers_(workers), log_(log), patience_(patience) {}

  /// Streamable HTTP: POST, GET and DELETE on an address.
  HttpResponse post(const std::string& profile, const HttpRequest& request, const CancelToken& cancel);
  HttpResponse get(const std::string& profile, const HttpRequest& request);
  HttpResponse remove(const HttpRequest& request);
  /// HTTP+SSE (2024-11-05): the stream, and the messages of its client.
  HttpResponse open_events(const std::string& profile);
  HttpResponse post_message(const std::string& session, const HttpRequest& request);
  /// Ends all sessions and streams.
  void stop();

 private:
  struct Post;
  struct OpenLog {
    std::weak_ptr<EventLog> log;
    Json farewell;
  };
  HttpResponse take(const Post& post, Json value);
  HttpResponse take_stateless(const Post& post, const Message& message);
  HttpResponse listen(const Post& post, const Message& message);
  HttpResponse take_in_session(const Post& post, const Message& message);
  HttpResponse initialize(const Post& post, const Message& message);
  HttpResponse take_batch(const Post& post, const Json& batch);
  HttpResponse answer(const Post& post, const Message& message, Asker asker, std::shared_ptr<HttpSession> session);
  HttpResponse stream(const Post& post, const Message& message, Asker asker, std::shared_ptr<HttpSession> session);
  std::expected<std::shared_ptr<HttpSession>, HttpResponse> session_of(const HttpRequest& request);
  /// Finishes it when the server stops, after that message where there is one.
  std::shared_ptr<EventLog> keep(std::shared_ptr<EventLog> log, Json farewell = nullptr);

  const Server& server_;
  Workers& workers_;
  Log& log_;
  std::chrono::milliseconds patience_;
  HttpSessions sessions_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Conversation>, std::less<>> conversations_;  // of HTTP+SSE
  std::vector<OpenLog> open_logs_;                                                   // of stateless clients and of HTTP+SSE
  bool stopped_ = false;
};

}  // namespace grove::serve::mcp
