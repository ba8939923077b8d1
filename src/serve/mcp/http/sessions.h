#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "serve/mcp/announcements.h"
#include "serve/mcp/catalogue.h"
#include "serve/mcp/http/event_log.h"

namespace grove::serve::mcp {

/// A session over Streamable HTTP with its streams: one for what belongs to no request, and one for each request that was answered by
/// events. Thread-safe.
class HttpSession {
 public:
  HttpSession(std::string id, const Profile& profile, Announcements& announcements);
  ~HttpSession();
  HttpSession(const HttpSession&) = delete;
  HttpSession& operator=(const HttpSession&) = delete;

  const std::shared_ptr<Session>& session() const { return session_; }
  const Profile& profile() const { return profile_; }
  EventLog& standing() { return *standing_; }
  /// A stream for one request; the oldest ended ones are forgotten.
  std::shared_ptr<EventLog> open_stream();
  /// Where a client that last saw this event reads on; nothing where that is not known any more.
  struct Place {
    std::shared_ptr<EventLog> stream;
    std::uint64_t number = 0;
  };
  std::optional<Place> place_of(std::string_view event_id);
  /// Cancels its requests and ends its streams.
  void end();

 private:
  const Profile& profile_;
  std::shared_ptr<Session> session_;
  std::shared_ptr<EventLog> standing_;
  std::shared_ptr<void> passing_on_;
  std::mutex mutex_;
  std::deque<std::pair<std::string, std::shared_ptr<EventLog>>> streams_;  // by name, oldest first
  std::uint64_t next_stream_ = 1;
};

/// The sessions that are open. Those that nobody used for longest go where there are too many: clients can't begin anew by themselves, so
/// that no time limit is set. Thread-safe.
class HttpSessions {
 public:
  explicit HttpSessions(std::size_t most = 1024) : most_(most) {}

  std::shared_ptr<HttpSession> open(const Profile& profile, Announcements& announcements);
  /// Null where there is none.
  std::shared_ptr<HttpSession> find(std::string_view id);
  /// False where there is none.
  bool close(std::string_view id);
  void close_all();

 private:
  struct Entry {
    std::shared_ptr<HttpSession> session;
    std::uint64_t used = 0;
  };
  std::size_t most_;
  std::mutex mutex_;
  std::map<std::string, Entry, std::less<>> sessions_;
  std::uint64_t clock_ = 0;
};

}  // namespace grove::serve::mcp
