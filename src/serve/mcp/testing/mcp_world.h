#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "base/log.h"
#include "engine/jobs.h"
#include "serve/mcp/conversation.h"
#include "serve/mcp/http/endpoint.h"
#include "serve/mcp/profiles.h"
#include "serve/testing/fake_engine.h"

namespace grove::serve::mcp {

/// Keeps what a client would have been sent.
class RecordingChannel final : public Channel {
 public:
  void send(const Json& message) override {
    const std::lock_guard lock(mutex_);
    messages_.push_back(message);
    changed_.notify_all();
  }
  /// All so far, once there are so many; fewer after ten seconds.
  std::vector<Json> wait_for(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::seconds(10), [&] { return messages_.size() >= count; });
    return messages_;
  }
  std::vector<Json> all() {
    const std::lock_guard lock(mutex_);
    return messages_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Json> messages_;
};

/// The protocol before an engine that only pretends, and a client that writes JSON.
class McpWorld {
 public:
  explicit McpWorld(Fixtures fixtures = Fixtures::kNone)
      : server_(make_profiles(backend_, fixtures), announcements_), endpoint_(server_, workers_, log_, std::chrono::seconds(5)) {}
  ~McpWorld() {
    jobs_.stop();
    endpoint_.stop();
    workers_.quick.close();
    workers_.slow.close();
  }

  static Json stateless_meta() {
    Json meta = Json::object();
    meta[kMetaVersion] = "2026-07-28";
    meta[kMetaCapabilities] = Json::object();
    return meta;
  }
  /// The answer to one request of a session that asks for that revision.
  Json ask(std::string_view method, Json params = Json::object(), Revision revision = kNewestWithSessions,
           std::string_view profile = "default") {
    const auto session = std::make_shared<Session>("s");
    session->open(revision, Json::object());
    return answer(request(1, method, std::move(params)), {.revision = revision, .session = session, .channel = channel_}, profile);
  }
  Json ask_stateless(std::string_view method, Json params = Json::object()) {
    params["_meta"] = stateless_meta();
    return answer(request(1, method, std::move(params)), {.revision = kNewest, .channel = channel_}, "default");
  }
  Json call(std::string_view tool, Json arguments, std::string_view profile = "default") {
    return ask("tools/call", {{"name", tool}, {"arguments", std::move(arguments)}}, kNewestWithSessions, profile)["result"];
  }
  Json answer(const Json& message, Asker asker, std::string_view profile) {
    const auto read = read_message(message);
    Exchange exchange(std::move(asker), *read);
    return server_.answer(*server_.profile(profile), *read, exchange).message;
  }

  FakeEngine engine_;
  NullLog log_;
  engine::Jobs jobs_{{}};
  Announcements announcements_;
  ToolBackend backend_{engine_, jobs_, announcements_, ""};
  Server server_;
  Workers workers_;
  Endpoint endpoint_;
  std::shared_ptr<RecordingChannel> channel_ = std::make_shared<RecordingChannel>();
};

}  // namespace grove::serve::mcp
