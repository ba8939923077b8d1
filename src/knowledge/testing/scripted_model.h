#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "http/testing/test_server.h"

namespace grove::knowledge {

/// A language model's server for tests, over real HTTP: answers `POST /v1/chat/completions` as a script says.
class ScriptedModel {
 public:
  /// What was asked, taken apart.
  struct Asked {
    std::string system;
    std::string passage;        ///< The text between the marks of the first message of a user.
    std::string question;       ///< All of that message.
    std::string authorization;  ///< The header, "" for none.
    std::string format;         ///< `json_schema`, `json_object` or `none`.
    int turn = 0;               ///< 0 for the question itself, 1 when it is asked again.
  };
  struct Reply {
    std::string text;
    std::string finish = "stop";
    int status = 200;
    int pause_ms = 0;
    std::size_t send_only = static_cast<std::size_t>(-1);  ///< Bytes after which the connection breaks.
  };
  /// Called from many threads.
  using Script = std::function<Reply(const Asked&)>;

  explicit ScriptedModel(Script script);

  /// Ends in /v1.
  std::string base_url() const { return server_.url() + "/v1"; }
  int asked() const { return asked_; }

 private:
  http::TestServer::Response respond(const http::TestServer::Request& request);

  Script script_;
  std::atomic<int> asked_ = 0;
  http::TestServer server_;
};

}  // namespace grove::knowledge
