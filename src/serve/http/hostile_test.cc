#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "serve/testing/echo_server.h"

// Requests that are meant to confuse: framing that two readers could understand in two ways, heads without end, trickles.
namespace grove::serve {
namespace {

using ::testing::AnyOf;
using ::testing::Eq;
using namespace std::chrono_literals;
using namespace std::string_literals;

const std::string kHead = "POST /x HTTP/1.1\r\nHost: 127.0.0.1\r\n";

class HostileTest : public ::testing::Test, protected EchoServer {
 protected:
  /// The status of the answer, where the connection ends after it; what of the bytes could pass for a second request is not answered.
  unsigned only_answer_to(std::string_view bytes) const {
    RawClient client(server_->port());
    client.send(bytes);
    client.finish_sending();
    const auto first = client.receive();
    EXPECT_TRUE(client.closed_by_server()) << bytes;
    return first ? first->status : 0;
  }
  void expect_well() const { EXPECT_EQ(exchange(http_request("POST", "/x", "well"))->body, "POST /x well"); }
};

TEST_F(HostileTest, ABodyWithTwoLengthsIsRefusedAndNothingAfterItIsRead) {
  start();
  const std::string smuggled = "GET /smuggled HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
  for (const std::string& framing :
       {"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + smuggled,
        "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n" + smuggled,
        "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello" + smuggled, "Content-Length: 5, 6\r\n\r\nhello" + smuggled,
        "Content-Length: +5\r\n\r\nhello" + smuggled, "Content-Length: 0x5\r\n\r\nhello" + smuggled,
        "Content-Length: 99999999999999999999\r\n\r\nhello" + smuggled, "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n" + smuggled,
        "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + smuggled, "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" + smuggled,
        "Content-Length : 5\r\n\r\nhello" + smuggled}) {
    EXPECT_THAT(only_answer_to(kHead + framing), AnyOf(Eq(400U), Eq(413U), Eq(501U))) << framing;
  }
  const auto old = exchange("POST /x HTTP/1.0\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
  EXPECT_EQ(old->status, 400U);
  expect_well();
}

TEST_F(HostileTest, ChunksThatAreNoneAreRefused) {
  start();
  for (const char* chunks :
       {"x\r\nabc\r\n0\r\n\r\n", "-1\r\nabc\r\n0\r\n\r\n", "3\r\nabcd\r\n0\r\n\r\n", "ffffffffffffffffff\r\nabc\r\n0\r\n\r\n",
        "3 3\r\nabc\r\n0\r\n\r\n", "\r\nabc\r\n0\r\n\r\n", "0x3\r\nabc\r\n0\r\n\r\n", "3\nabc\n0\n\n"}) {
    EXPECT_THAT(only_answer_to(kHead + "Transfer-Encoding: chunked\r\n\r\n" + chunks), AnyOf(Eq(400U), Eq(413U), Eq(0U))) << chunks;
  }
  const auto with_trailer = exchange(kHead + "Transfer-Encoding: chunked\r\n\r\n3;name=\"value\"\r\nabc\r\n0\r\nX-After: 1\r\n\r\n");
  ASSERT_TRUE(with_trailer.has_value());
  EXPECT_EQ(with_trailer->body, "POST /x abc");
}

TEST_F(HostileTest, AHeadWithoutEndIsCutOff) {
  start();
  RawClient client(server_->port());
  client.send("GET /x HTTP/1.1\r\nHost: 127.0.0.1\r\n");
  for (int i = 0; i < 5000; ++i) client.send("X-Bomb-" + std::to_string(i) + ": x\r\n");
  const auto answer = client.receive();
  EXPECT_TRUE(!answer || answer->status == 431U);
  EXPECT_EQ(only_answer_to("GET /" + std::string(5000, 'a') + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"), 431U);
  expect_well();
}

TEST_F(HostileTest, ATrickleCountsAsSilence) {
  start();
  RawClient head(server_->port());
  RawClient body(server_->port());
  body.send(kHead + "Content-Length: 1000\r\n\r\n");
  const auto begun = std::chrono::steady_clock::now();
  // Something comes all the time, and never enough.
  for (int i = 0; i < 30; ++i) {
    head.send("G");
    body.send("x");
    std::this_thread::sleep_for(20ms);
  }
  EXPECT_GE(std::chrono::steady_clock::now() - begun, options_.idle_timeout + options_.request_timeout - 50ms);
  for (int i = 0; i < 2000 && server_->connections() > 0; ++i) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(server_->connections(), 0U);
  expect_well();
}

TEST_F(HostileTest, ARequestThatIsNeverWholeIsAnsweredAfterTheTimeOfARequest) {
  options_.idle_timeout = 10s;
  options_.request_timeout = 200ms;
  start();
  for (const std::string& part : {"G"s, "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX:"s, kHead + "Content-Length: 1000\r\n\r\nx",
                                  http_request("GET", "/inline") + "GET /x HTTP/1.1\r\nHo"}) {
    RawClient client(server_->port());
    client.send(part);
    auto answer = client.receive();
    if (answer && answer->status == 200U) answer = client.receive();
    ASSERT_TRUE(answer.has_value()) << part;
    EXPECT_EQ(answer->status, 408U) << part;
    EXPECT_EQ(answer->header("Connection"), "close");
    client.finish_sending();
    EXPECT_TRUE(client.closed_by_server()) << part;
  }
  expect_well();
}

TEST_F(HostileTest, AClientThatReadsNothingLosesItsConnection) {
  start();
  RawClient client(server_->port());
  client.send("GET /stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
  for (int i = 0; i < 5000 && handler_.streams.count() == 0; ++i) std::this_thread::sleep_for(1ms);
  for (int i = 0; i < 5000 && handler_.streams.count() > 0; ++i) {
    handler_.streams.send(std::string(1U << 20U, 'x'));
    std::this_thread::sleep_for(5ms);
  }
  EXPECT_EQ(handler_.streams.count(), 0);
  expect_well();
}

TEST_F(HostileTest, MethodsAndVersionsOfOthersAreAnsweredAsErrors) {
  start();
  EXPECT_EQ(only_answer_to("GET /x HTTP/2.0\r\nHost: 127.0.0.1\r\n\r\n") / 100, 5U);
  EXPECT_EQ(only_answer_to("GET /x HTTP/0.9\r\n\r\n") / 100, 5U);
  EXPECT_EQ(only_answer_to("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n") / 100, 5U);
  EXPECT_EQ(only_answer_to("GET /\0x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"s), 400U);
  EXPECT_EQ(exchange("OPTIONS /inline HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")->body, "OPTIONS /inline ");
  expect_well();
}

}  // namespace
}  // namespace grove::serve
