#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <thread>

#include "serve/mcp/stdio/stdio_server.h"
#include "serve/mcp/testing/mcp_world.h"

namespace grove::serve::mcp {
namespace {

using ::testing::HasSubstr;

/// A client at the other end of two pipes.
class McpOverStdio : public ::testing::Test, protected McpWorld {
 protected:
  McpOverStdio() : McpWorld(Fixtures::kConformance) {}
  void SetUp() override {
    ::signal(SIGPIPE, SIG_IGN);
    ASSERT_EQ(::pipe(to_server_), 0);
    ASSERT_EQ(::pipe(from_server_), 0);
    ASSERT_EQ(::pipe(stop_), 0);
    thread_ = std::thread([this] {
      serve_stdio({.server = server_,
                   .profile = *server_.profile(""),
                   .workers = workers_,
                   .log = log_,
                   .input = to_server_[0],
                   .output = from_server_[1],
                   .stop = stop_[0],
                   .line_bytes = 10'000});
      ::close(from_server_[1]);
      ended_ = true;
    });
  }
  void TearDown() override {
    hang_up();
    ::close(from_server_[0]);
    thread_.join();
    for (const int fd : {to_server_[0], stop_[0], stop_[1]}) ::close(fd);
  }
  void hang_up() {
    if (to_server_[1] >= 0) ::close(to_server_[1]);
    to_server_[1] = -1;
  }
  void write(std::string_view text) const {
    ASSERT_EQ(::write(to_server_[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  void say(const Json& message) const { write(to_text(message) + "\n"); }
  /// The next line; "" where none comes.
  std::string line() {
    while (buffer_.find('\n') == std::string::npos) {
      pollfd ready{.fd = from_server_[0], .events = POLLIN, .revents = 0};
      char bytes[4096];
      if (::poll(&ready, 1, 10'000) <= 0) return "";
      const ssize_t got = ::read(from_server_[0], bytes, sizeof bytes);
      if (got <= 0) return "";
      buffer_.append(bytes, static_cast<std::size_t>(got));
    }
    const auto end = buffer_.find('\n');
    std::string one = buffer_.substr(0, end);
    buffer_.erase(0, end + 1);
    return one;
  }
  bool ends_soon() const {
    for (int i = 0; i < 1000 && !ended_; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return ended_;
  }

  int to_server_[2] = {-1, -1};
  int from_server_[2] = {-1, -1};
  int stop_[2] = {-1, -1};
  std::thread thread_;
  std::atomic<bool> ended_ = false;
  std::string buffer_;
};

TEST_F(McpOverStdio, BothErasAreAnsweredInOneProcess) {
  say(request(1, "initialize", {{"protocolVersion", "2025-06-18"}}));
  EXPECT_THAT(line(), HasSubstr(R"("protocolVersion":"2025-06-18")"));
  say(notification("notifications/initialized"));
  say(request(2, "tools/list", {{"_meta", stateless_meta()}}));
  EXPECT_THAT(line(), HasSubstr("resultType"));
  say(request(3, "tools/list"));
  EXPECT_THAT(line(), ::testing::Not(HasSubstr("resultType")));
  say(request(4, "ping", {{"_meta", stateless_meta()}}));
  EXPECT_THAT(line(), HasSubstr("-32601"));
  say(request(5, "server/discover"));
  EXPECT_THAT(line(), HasSubstr("-32602"));
}

TEST_F(McpOverStdio, LinesMayEndAndBeEmptyAsTheyLike) {
  write("\r\n\n  \n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\r\n");
  EXPECT_EQ(line(), R"({"jsonrpc":"2.0","id":1,"result":{}})");
}

TEST_F(McpOverStdio, WhatIsNoMessageIsPassedOver) {
  write("hello\n{\"jsonrpc\":\"2.0\"\n[]x\n" + std::string(20'000, 'x') + "\n");
  write("{\"jsonrpc\":\"2.0\",\"id\":9}\n");
  EXPECT_THAT(line(), HasSubstr("\"id\":9,\"error\":{\"code\":-32600"));
  say(request(1, "ping"));
  EXPECT_THAT(line(), HasSubstr("\"id\":1,\"result\":{}"));
}

TEST_F(McpOverStdio, ALongCallHoldsUpNothingAndCanBeCancelled) {
  engine_.indexing_waits = true;
  for (int i = 0; i < 6; ++i) {
    say(request(10 + i, "tools/call",
                {{"name", "sync_repository"}, {"arguments", {{"repo_id", "shop"}}}, {"_meta", {{"progressToken", i}}}}));
  }
  say(request(2, "ping"));
  std::string answer = line();
  while (answer.find("notifications/progress") != std::string::npos) answer = line();
  EXPECT_THAT(answer, HasSubstr("\"id\":2,\"result\":{}"));
  for (int i = 0; i < 6; ++i) say(notification("notifications/cancelled", {{"requestId", 10 + i}}));
  say(request(3, "tools/call", {{"name", "list_repositories"}}));
  answer = line();
  while (answer.find("notifications/progress") != std::string::npos) answer = line();
  EXPECT_THAT(answer, HasSubstr("\"id\":3,\"result\"")) << "cancelled requests are not answered";
}

TEST_F(McpOverStdio, AnAnnouncementThatNobodyReadsCannotKeepTheProcess) {
  say(request(1, "initialize", {{"protocolVersion", "2025-06-18"}}));
  line();
  std::atomic<int> announced = 0;
  std::thread announcing([&] {
    for (int i = 0; i < 2000; ++i, ++announced) announcements_.announce({Announcement::Kind::kToolsChanged});  // more than fit into a pipe
  });
  for (int before = -1; before != announced;) {
    before = announced;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  EXPECT_LT(announced, 2000) << "it had to wait for room";
  hang_up();
  EXPECT_TRUE(ends_soon());
  ASSERT_EQ(::write(stop_[1], "x", 1), 1);  // frees the thread in any case
  announcing.join();
}

TEST_F(McpOverStdio, NothingIsWrittenOnceItHasEnded) {
  int input[2];
  int output[2];
  ASSERT_EQ(::pipe(input), 0);
  ASSERT_EQ(::pipe(output), 0);
  ASSERT_GT(::fcntl(output[1], F_SETPIPE_SZ, 4096), 0);  // the answers don't fit
  std::string requests;
  for (int i = 0; i < 40; ++i) requests += to_text(request(i, "tools/call", {{"name", "list_repositories"}})) + "\n";
  ASSERT_EQ(::write(input[1], requests.data(), requests.size()), static_cast<ssize_t>(requests.size()));
  ::close(input[1]);
  serve_stdio(
      {.server = server_, .profile = *server_.profile(""), .workers = workers_, .log = log_, .input = input[0], .output = output[1]});
  std::string written(std::size_t{1} << 20U, '\0');
  EXPECT_GT(::read(output[0], written.data(), written.size()), 0);
  pollfd more{.fd = output[0], .events = POLLIN, .revents = 0};
  EXPECT_EQ(::poll(&more, 1, 300), 0);
  for (const int fd : {input[0], output[0], output[1]}) ::close(fd);
}

TEST_F(McpOverStdio, AClientThatReadsNothingCannotKeepTheProcess) {
  for (int i = 0; i < 2000; ++i) say(request(i, "ping"));  // more answers than fit into a pipe
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_FALSE(ended_);
  ASSERT_EQ(::write(stop_[1], "x", 1), 1);
  EXPECT_TRUE(ends_soon());
}

TEST_F(McpOverStdio, SubscriptionsAndBatchesAreBounded) {
  const Json wanted = {{"notifications", {{"toolsListChanged", true}}}, {"_meta", stateless_meta()}};
  for (int i = 0; i < 100; ++i) {
    say(request(i, "subscriptions/listen", wanted));
    ASSERT_THAT(line(), HasSubstr("subscriptions/acknowledged"));
  }
  say(request(100, "subscriptions/listen", wanted));
  EXPECT_THAT(line(), HasSubstr("\"id\":100,\"error\""));
  say(notification("notifications/cancelled", {{"requestId", 5}}));
  say(request(101, "subscriptions/listen", wanted));
  EXPECT_THAT(line(), HasSubstr("subscriptions/acknowledged"));
  std::string batch;
  for (int i = 0; i < 101; ++i) batch += (i == 0 ? "[" : ",") + to_text(request(i, "ping"));
  write(batch + "]\n");
  EXPECT_THAT(line(), HasSubstr("at most 100"));
}

TEST_F(McpOverStdio, AnswersComeAlsoAfterTheInputEnded) {
  write(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_repositories"}})");
  hang_up();
  EXPECT_THAT(line(), HasSubstr("\"id\":1,\"result\""));
  EXPECT_TRUE(ends_soon());
}

TEST_F(McpOverStdio, AnEndOfInputEndsLongWork) {
  engine_.indexing_waits = true;
  say(request(1, "tools/call", {{"name", "sync_repository"}, {"arguments", {{"repo_id", "shop"}}}}));
  while (jobs_.list().empty()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  hang_up();
  EXPECT_TRUE(ends_soon());
}

TEST_F(McpOverStdio, AClientThatStopsReadingKeepsNobody) {
  for (int i = 0; i < 40; ++i) say(request(i, "tools/list"));  // more than a pipe holds
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  ::close(from_server_[0]);
  from_server_[0] = -1;
  EXPECT_TRUE(ends_soon());
}

TEST_F(McpOverStdio, TheClientIsAskedAndItsAnswerReachesTheCall) {
  say(request(1, "initialize", {{"protocolVersion", "2025-11-25"}, {"capabilities", {{"sampling", Json::object()}}}}));
  line();
  say(request(2, "tools/call", {{"name", "test_sampling"}, {"arguments", {{"prompt", "Hi"}}}}));
  const Json question = Json::parse(line());
  EXPECT_EQ(question["method"], "sampling/createMessage");
  say(response(question["id"], {{"content", {{"type", "text"}, {"text", "Hello"}}}}));
  EXPECT_THAT(line(), HasSubstr("LLM response: Hello"));
}

TEST_F(McpOverStdio, BatchesAreAnsweredTogetherWhereTheRevisionHasThem) {
  say(request(1, "initialize", {{"protocolVersion", "2025-03-26"}}));
  line();
  say(Json::array(
      {request(2, "ping"), notification("notifications/initialized"), request(3, "tools/call", {{"name", "list_repositories"}})}));
  EXPECT_EQ(Json::parse(line()).size(), 2U);
  say(request(4, "initialize", {{"protocolVersion", "2025-11-25"}}));
  line();
  say(Json::array({request(5, "ping")}));
  EXPECT_THAT(line(), HasSubstr("-32600"));
}

TEST_F(McpOverStdio, SubscriptionsLastUntilTheyAreCancelled) {
  say(request("l", "subscriptions/listen", {{"_meta", stateless_meta()}, {"notifications", {{"toolsListChanged", true}}}}));
  EXPECT_THAT(line(), HasSubstr("notifications/subscriptions/acknowledged"));
  announcements_.announce({Announcement::Kind::kToolsChanged});
  EXPECT_THAT(line(), HasSubstr(R"("io.modelcontextprotocol/subscriptionId":"l")"));
  say(notification("notifications/cancelled", {{"requestId", "l"}}));
  say(request(2, "ping"));
  EXPECT_THAT(line(), HasSubstr("\"id\":2"));
  announcements_.announce({Announcement::Kind::kToolsChanged});
  say(request(3, "ping"));
  EXPECT_THAT(line(), HasSubstr("\"id\":3"));
}

}  // namespace
}  // namespace grove::serve::mcp
