#include "engine/model_slot.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "base/clock.h"
#include "http/testing/test_server.h"

namespace grove::engine {
namespace {

using namespace std::chrono_literals;
using http::TestServer;

/// A model server that answers nothing before it is let go, and then what no client of it understands.
class SlowServer {
 public:
  ~SlowServer() { let_go = true; }
  std::string url() const { return server_.url(); }
  std::atomic<bool> let_go = false;
  std::atomic<int> asked = 0;

 private:
  http::TestServer server_{[this](const http::TestServer::Request&) {
    ++asked;
    while (!let_go) std::this_thread::sleep_for(1ms);
    return http::TestServer::Response{.status = 500};
  }};
};

TEST(ModelSlot, NobodyWaitsLongerForASlowServerThanHeSaid) {
  SlowServer server;
  ModelSlot slot({.model = "ollama:slow", .base_url = server.url(), .retry = {.attempts = 1}});
  const Stopwatch watch;
  std::vector<std::jthread> callers;
  for (int i = 0; i < 4; ++i) {
    callers.emplace_back([&] {
      const auto embedder = slot.embedder(50ms);
      ASSERT_FALSE(embedder);
      EXPECT_EQ(embedder.error().code, ErrorCode::kUnavailable);
      EXPECT_TRUE(embedder.error().message.contains("still being opened")) << embedder.error().message;
    });
  }
  callers.clear();
  EXPECT_FALSE(slot.embedder(50ms)) << "which counts from when the opening began";
  EXPECT_FALSE(server.let_go);
  const CancelToken cancel;
  cancel.cancel();
  EXPECT_EQ(slot.embedder(patience::kEndless, cancel).error().code, ErrorCode::kCancelled);
  EXPECT_LE(server.asked, 1) << "many that wait are one question";
  server.let_go = true;
  EXPECT_FALSE(slot.embedder().error().message.contains("still being opened"));
}

TEST(ModelSlot, EndsWhileItIsBeingOpened) {
  SlowServer server;
  ModelSlot slot({.model = "ollama:slow", .base_url = server.url(), .retry = {.attempts = 1}});
  EXPECT_FALSE(slot.embedder(1ms));
}

TEST(ModelSlot, TheBuiltInModelIsThereAtOnce) {
  ModelSlot slot({.model = "static"});
  const auto first = slot.embedder(patience::kOfLists);
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ(*slot.embedder(0ms), *first);
}

}  // namespace
}  // namespace grove::engine
