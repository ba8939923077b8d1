#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "serve/testing/echo_server.h"

// Answers that come piece by piece, and clients that leave before the end.
namespace grove::serve {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using namespace std::chrono_literals;

class StreamTest : public ::testing::Test, protected EchoServer {
 protected:
  StreamTest() {
    options_.request_timeout = 10s;
    options_.idle_timeout = 10s;
  }
  template <class Condition>
  static bool comes_true(Condition condition) {
    for (int i = 0; i < 5000 && !condition(); ++i) std::this_thread::sleep_for(1ms);
    return condition();
  }
  void open_stream(RawClient& client, std::string_view version = "HTTP/1.1") {
    client.send("GET /stream " + std::string(version) + "\r\nHost: 127.0.0.1\r\n\r\n");
    head_ = client.receive_until("\r\n\r\n");
  }
  std::string head_;
};

TEST_F(StreamTest, PiecesArriveAsTheyAreMadeAndTheConnectionGoesOnAfterwards) {
  start();
  RawClient client(server_->port());
  open_stream(client);
  EXPECT_THAT(head_, HasSubstr("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(head_, HasSubstr("Content-Type: text/event-stream\r\n"));
  EXPECT_THAT(head_, HasSubstr("Transfer-Encoding: chunked\r\n"));
  handler_.streams.send("one");
  EXPECT_EQ(client.receive_until("one\r\n"), "3\r\none\r\n");
  handler_.streams.send("second");
  EXPECT_EQ(client.receive_until("second\r\n"), "6\r\nsecond\r\n");
  handler_.streams.finish();
  EXPECT_EQ(client.receive_until("0\r\n\r\n"), "0\r\n\r\n");
  client.send(http_request("POST", "/x", "next"));
  EXPECT_EQ(client.receive()->body, "POST /x next");
}

TEST_F(StreamTest, WhatIsSaidWithTheEndArrivesBeforeIt) {
  start();
  RawClient client(server_->port());
  open_stream(client);
  handler_.streams.send("last words");
  handler_.streams.finish();
  EXPECT_EQ(client.receive_until("0\r\n\r\n"), "a\r\nlast words\r\n0\r\n\r\n");
}

TEST_F(StreamTest, AnOldClientGetsThePiecesBareUntilTheConnectionCloses) {
  start();
  RawClient client(server_->port());
  open_stream(client, "HTTP/1.0");
  EXPECT_THAT(head_, Not(HasSubstr("chunked")));
  handler_.streams.send("bare");
  handler_.streams.finish();
  EXPECT_EQ(client.receive_until("bare"), "bare");
  EXPECT_TRUE(client.closed_by_server());
}

TEST_F(StreamTest, ASilentStreamIsKeptOpenByFillers) {
  options_.filler_after = 20ms;
  start();
  RawClient client(server_->port());
  open_stream(client);
  EXPECT_EQ(client.receive_until("(nothing)\r\n"), "9\r\n(nothing)\r\n");
  EXPECT_EQ(client.receive_until("(nothing)\r\n"), "9\r\n(nothing)\r\n");
}

TEST_F(StreamTest, HeadOfAStreamHasNoBody) {
  start();
  RawClient client(server_->port());
  client.send(http_request("HEAD", "/stream"));
  EXPECT_EQ(client.receive(RawClient::Body::kNone)->header("Content-Type"), "text/event-stream");
  EXPECT_TRUE(comes_true([&] { return handler_.streams.count() == 0; }));
  client.send(http_request("GET", "/inline"));
  EXPECT_EQ(client.receive()->body, "GET /inline ");
}

TEST_F(StreamTest, AStreamEndsWhenItsClientLeaves) {
  start();
  for (const bool rudely : {false, true}) {
    RawClient client(server_->port());
    open_stream(client);
    EXPECT_TRUE(comes_true([&] { return handler_.streams.count() == 1; }));
    rudely ? client.reset() : client.finish_sending();
    EXPECT_TRUE(comes_true([&] { return handler_.streams.count() == 0; })) << rudely;
  }
  EXPECT_TRUE(comes_true([&] { return server_->connections() == 0; }));
}

TEST_F(StreamTest, StoppingWaitsForStreamsAndAskedAgainEndsThem) {
  start();
  RawClient ending(server_->port());
  open_stream(ending);
  server_->stop();
  handler_.streams.send("goodbye");
  handler_.streams.finish();
  EXPECT_EQ(ending.receive_until("0\r\n\r\n"), "7\r\ngoodbye\r\n0\r\n\r\n");
  stop();
  start();
  RawClient endless(server_->port());
  open_stream(endless);
  server_->stop();
  server_->stop();
  EXPECT_TRUE(endless.closed_by_server());
}

TEST_F(StreamTest, WorkForAClientThatLeftIsCancelled) {
  for (const char* target : {"/wait", "/long"}) {
    start();
    for (const bool rudely : {false, true}) {
      RawClient client(server_->port());
      client.send(http_request("GET", target));
      handler_.until_waiting(1);
      rudely ? client.reset() : client.finish_sending();
      EXPECT_TRUE(comes_true([&] { return handler_.was_cancelled.load(); })) << target;
      EXPECT_TRUE(comes_true([&] { return handler_.last_status == kClientGone; }));
      handler_.was_cancelled = false;
      handler_.last_status = 0;
      handler_.forget_waiting();
    }
    stop();
  }
}

TEST_F(StreamTest, AClientThatOnlySendsNoMoreStillGetsAQuickAnswer) {
  start();
  RawClient client(server_->port());
  client.send(http_request("POST", "/x", "one") + http_request("POST", "/x", "two"));
  client.finish_sending();
  EXPECT_EQ(client.receive()->body, "POST /x one");
  EXPECT_EQ(client.receive()->body, "POST /x two");
  EXPECT_TRUE(client.closed_by_server());
}

TEST_F(StreamTest, AClientThatSendsItsNextRequestEarlyIsNotTakenForGone) {
  options_.half_close_grace = 1ms;
  start();
  RawClient client(server_->port());
  client.send(http_request("GET", "/wait") + http_request("POST", "/x", "two"));
  handler_.until_waiting(1);
  std::this_thread::sleep_for(20ms);
  handler_.let_go();
  EXPECT_EQ(client.receive()->body, "GET /wait ");
  EXPECT_EQ(client.receive()->body, "POST /x two");
}

}  // namespace
}  // namespace grove::serve
