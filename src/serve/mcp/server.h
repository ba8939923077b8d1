#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "serve/mcp/announcements.h"
#include "serve/mcp/catalogue.h"
#include "serve/mcp/exchange.h"

namespace grove::serve::mcp {

/// How a request wants to be worked on.
enum class Pace : std::uint8_t {
  kAtOnce,     ///< On the thread that read it: costs nothing and waits for nobody.
  kQuick,      ///< On a worker.
  kLong,       ///< On a worker for work of minutes.
  kOpenEnded,  ///< subscriptions/listen: answered with notifications until somebody ends it.
};

/// An answer to a request.
struct Answer {
  Json message;           ///< A JSON-RPC response.
  unsigned status = 200;  ///< Over HTTP, where the answer is the whole body.
};

/// The protocol without a transport: requests in, responses out. Both eras at once, told apart message by message. Thread-safe.
class Server {
 public:
  /// `announcements` outlives it. The first profile is the default one.
  Server(std::vector<Profile> profiles, Announcements& announcements);

  /// Null where there is none of that name; "" names the default one.
  const Profile* profile(std::string_view name) const;
  std::vector<std::string> profile_names() const;
  Announcements& announcements() const { return announcements_; }

  Pace pace(const Profile& profile, const Message& request) const;
  /// Whether something besides the answer may be sent on the way to it.
  bool talks(const Profile& profile, const Message& request) const;
  /// Works on a request until it is answered. Not for kOpenEnded ones.
  Answer answer(const Profile& profile, const Message& request, Exchange& exchange) const;
  /// Checks of a stateless request that come before its method is looked at, headers aside: envelope, version, method.
  RpcResult<Envelope> admit(const Message& request) const;
  /// What a session does with a notification.
  void take_notification(Session& session, const Message& notification) const;
  /// A stateless result, complete with what each of them carries.
  Json stamped(Json result) const;

 private:
  std::vector<Profile> profiles_;
  Announcements& announcements_;
};

/// Name, title, version and address of this program.
Json server_info();

}  // namespace grove::serve::mcp
