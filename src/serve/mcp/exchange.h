#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "base/cancel.h"
#include "serve/mcp/channel.h"
#include "serve/mcp/protocol/envelope.h"
#include "serve/mcp/protocol/revision.h"
#include "serve/mcp/session.h"

namespace grove::serve::mcp {

/// Who asks, and how to reach them while the request is worked on.
struct Asker {
  Revision revision = kNewestWithSessions;
  Json capabilities = Json::object();      ///< Of the client.
  std::optional<Severity> log_level = {};  ///< Of a stateless request.
  std::shared_ptr<Session> session = {};   ///< Null for a stateless request.
  std::shared_ptr<Channel> channel = {};   ///< Null where nothing but the answer can be sent.
  CancelToken cancel = {};
  std::optional<std::chrono::milliseconds> patience = {};  ///< How long the transport lets the answer take; nothing: as long as it takes.
};

/// A request that is being worked on: what its handler may know and do besides answering. Thread-safe.
class Exchange {
 public:
  Exchange(Asker asker, const Message& request);
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  Revision revision() const { return asker_.revision; }
  Era era() const { return era_of(asker_.revision); }
  const CancelToken& cancel() const { return asker_.cancel; }
  const std::shared_ptr<Session>& session() const { return asker_.session; }
  const std::shared_ptr<Channel>& channel() const { return asker_.channel; }
  const std::optional<std::chrono::milliseconds>& patience() const { return asker_.patience; }
  /// Whether the client declared a capability: "sampling", "elicitation", "roots".
  bool client_can(std::string_view capability) const { return member(asker_.capabilities, capability) != nullptr; }
  bool wants_progress() const { return token_ != nullptr && asker_.channel != nullptr; }

  /// Tells how far the work is: where the client asked for it, at most ten times a second, only ever more, and never once it is complete.
  void progress(double done, std::optional<double> total, std::string_view message);
  /// The same for a moment that must not be left out.
  void milestone(double done, double total, std::string_view message);
  void log(Severity level, std::string_view logger, const Json& data) const;
  /// Asks the client something and waits; only in sessions.
  RpcResult<Json> ask(std::string_view method, Json params) const;
  /// No progress after this.
  void complete();

 private:
  void send_progress(double done, std::optional<double> total, std::string_view message);

  Asker asker_;
  std::unique_ptr<Json> token_;  // of the progress; null where none is wanted
  std::mutex mutex_;
  double told_ = -1;
  std::chrono::steady_clock::time_point told_at_{};
  bool complete_ = false;
};

}  // namespace grove::serve::mcp
