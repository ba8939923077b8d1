#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "serve/mcp/announcements.h"
#include "serve/mcp/catalogue.h"

namespace grove::serve::mcp {

/// Tells a session's client what was announced: changed lists, and the resources it subscribed to. Until the guard is dropped.
[[nodiscard]] std::shared_ptr<void> pass_on(Announcements& announcements, std::shared_ptr<Session> session,
                                            std::shared_ptr<Channel> channel);

/// subscriptions/listen of a stateless client: acknowledged first, then each announcement of the kinds it asked for, tagged with the id of
/// the request. Until it is destroyed.
class Subscription {
 public:
  /// kInvalidParams where the filter can't be read; then nothing is sent.
  static RpcResult<std::shared_ptr<Subscription>> open(Announcements& announcements, const Profile& profile, const Message& request,
                                                       std::shared_ptr<Channel> channel);
  /// What the server answers when it ends the subscription by itself.
  Json final_result() const;

 private:
  Subscription(Json id, std::shared_ptr<Channel> channel) : id_(std::move(id)), channel_(std::move(channel)) {}
  void send(std::string_view method, Json params) const;
  void acknowledge(Json filter);
  void pass(const Announcement& announcement);

  Json id_;
  std::shared_ptr<Channel> channel_;
  std::mutex mutex_;
  bool acknowledged_ = false;
  std::vector<Announcement> early_;  // what came before it was acknowledged
  std::shared_ptr<void> listening_;
};

}  // namespace grove::serve::mcp
