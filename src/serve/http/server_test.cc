#include "serve/http/server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "serve/testing/echo_server.h"
#include "serve/testing/raw_client.h"

namespace grove::serve {
namespace {

using ::testing::HasSubstr;
using namespace std::chrono_literals;

class ServerTest : public ::testing::Test, protected EchoServer {};

TEST_F(ServerTest, AnswersSeveralRequestsOverOneConnection) {
  start();
  RawClient client(server_->port());
  for (const char* body : {"one", "two"}) {
    client.send(http_request("POST", "/x", body));
    const auto answer = client.receive();
    ASSERT_TRUE(answer.has_value());
    EXPECT_EQ(answer->status, 200U);
    EXPECT_EQ(answer->body, std::string("POST /x ") + body);
    EXPECT_EQ(answer->header("Connection"), "");
    EXPECT_THAT(answer->header("Date"), HasSubstr("GMT"));
    EXPECT_EQ(answer->header("X-Content-Type-Options"), "nosniff");
  }
}

TEST_F(ServerTest, AnswersPipelinedRequestsInOrder) {
  start();
  RawClient client(server_->port());
  client.send(http_request("POST", "/1", "a") + http_request("GET", "/inline") + http_request("POST", "/3", "c"));
  EXPECT_EQ(client.receive()->body, "POST /1 a");
  EXPECT_EQ(client.receive()->body, "GET /inline ");
  EXPECT_EQ(client.receive()->body, "POST /3 c");
}

TEST_F(ServerTest, ReadsABodyThatComesInChunks) {
  start();
  const auto answer = exchange("POST /x HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
  ASSERT_TRUE(answer.has_value());
  EXPECT_EQ(answer->body, "POST /x abcde");
}

TEST_F(ServerTest, SaysContinueToAClientThatAsks) {
  start();
  RawClient client(server_->port());
  client.send("POST /x HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_EQ(client.receive(RawClient::Body::kNone)->status, 100U);
  client.send("ok");
  EXPECT_EQ(client.receive()->body, "POST /x ok");
}

TEST_F(ServerTest, HeadGetsTheLengthWithoutTheBody) {
  start();
  RawClient client(server_->port());
  client.send(http_request("HEAD", "/inline") + http_request("GET", "/inline"));
  const auto head = client.receive(RawClient::Body::kNone);
  ASSERT_TRUE(head.has_value());
  EXPECT_EQ(head->header("Content-Length"), "13");
  EXPECT_EQ(client.receive()->body, "GET /inline ");
}

TEST_F(ServerTest, ClosesWhereTheClientAsksForIt) {
  start();
  RawClient client(server_->port());
  client.send(http_request("GET", "/inline", "", "Connection: close\r\n"));
  EXPECT_EQ(client.receive()->header("Connection"), "close");
  EXPECT_TRUE(client.closed_by_server());
}

TEST_F(ServerTest, RefusesWhatIsNotHttp) {
  start();
  for (const char* bytes : {"\x16\x03\x01\x02\r\n\r\n", "GET\r\n\r\n", "GET /x HTTP/1.1\r\nHost 127.0.0.1\r\n\r\n",
                            "POST /x HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
                            "POST /x HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"}) {
    const auto answer = exchange(bytes);
    ASSERT_TRUE(answer.has_value()) << bytes;
    EXPECT_EQ(answer->status, 400U) << bytes;
    EXPECT_EQ(answer->header("Content-Type"), "application/problem+json");
    EXPECT_EQ(answer->header("Connection"), "close");
  }
}

TEST_F(ServerTest, RefusesAHeadThatIsTooLarge) {
  start();
  const auto answer = exchange(http_request("GET", "/x", "", "X-Large: " + std::string(5000, 'x') + "\r\n"));
  ASSERT_TRUE(answer.has_value());
  EXPECT_EQ(answer->status, 431U);
}

TEST_F(ServerTest, RefusesABodyThatIsTooLargeWhetherOrNotItSaysSo) {
  start();
  const auto declared = exchange(http_request("POST", "/x", std::string(100'000, 'x')));
  ASSERT_TRUE(declared.has_value());
  EXPECT_EQ(declared->status, 413U);
  EXPECT_THAT(declared->body, HasSubstr("GROVE_MAX_BODY"));
  std::string chunked = "POST /x HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (int i = 0; i < 10; ++i) chunked += "400\r\n" + std::string(1024, 'x') + "\r\n";
  const auto undeclared = exchange(chunked);
  ASSERT_TRUE(undeclared.has_value());
  EXPECT_EQ(undeclared->status, 413U);
}

TEST_F(ServerTest, WhoSendsAMuchTooLargeBodyBlindlyIsToldBeforeTheConnectionCloses) {
  start();
  RawClient client(server_->port());
  client.send("POST /x HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 20000000\r\n\r\n");
  const std::string piece(1'000'000, 'x');
  for (int i = 0; i < 20; ++i) client.send(piece);
  const auto answer = client.receive();
  ASSERT_TRUE(answer.has_value());
  EXPECT_EQ(answer->status, 413U);
}

TEST_F(ServerTest, RefusesByTheHeadBeforeTheBodyArrives) {
  start();
  RawClient client(server_->port());
  client.send("POST /forbidden HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n");
  EXPECT_EQ(client.receive()->status, 403U);
}

TEST_F(ServerTest, ASlowHeadAndASlowBodyLoseTheirConnectionAndNobodyElse) {
  start();
  RawClient slow_head(server_->port());
  slow_head.send("GET /x HT");
  RawClient slow_body(server_->port());
  slow_body.send("POST /x HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n\r\nabc");
  EXPECT_EQ(exchange(http_request("POST", "/x", "quick"))->body, "POST /x quick");
  for (RawClient* slow : {&slow_head, &slow_body}) {
    EXPECT_EQ(slow->receive()->status, 408U);
    EXPECT_TRUE(slow->closed_by_server());
  }
}

TEST_F(ServerTest, ARequestThatTakesTooLongIsAnswered504AndCancelled) {
  start();
  const auto answer = exchange(http_request("GET", "/wait"));
  ASSERT_TRUE(answer.has_value());
  EXPECT_EQ(answer->status, 504U);
  stop();
  EXPECT_TRUE(handler_.was_cancelled);
}

TEST_F(ServerTest, ARequestThatIsGivenUpBeforeAWorkerIsFreeCostsNoWork) {
  options_.threads = 1;
  start();
  RawClient busy(server_->port());
  busy.send(http_request("GET", "/deaf"));
  handler_.until_waiting(1);
  EXPECT_EQ(exchange(http_request("GET", "/x"))->status, 504U);
  handler_.let_go();
  stop();
  EXPECT_EQ(handler_.handled, 1);
}

TEST_F(ServerTest, LongWorkHasNoTimeLimitAndHoldsUpNothingElse) {
  options_.long_threads = 1;
  start();
  RawClient client(server_->port());
  client.send(http_request("POST", "/long", "x"));
  handler_.until_waiting(1);
  EXPECT_EQ(exchange(http_request("POST", "/x", "quick"))->body, "POST /x quick");
  std::this_thread::sleep_for(400ms);  // past the limit of other requests
  handler_.let_go();
  EXPECT_EQ(client.receive()->status, 200U);
}

TEST_F(ServerTest, InlineAnswersComeWhileAllWorkersAreBusy) {
  options_.threads = 1;
  options_.request_timeout = 10s;
  start();
  RawClient busy(server_->port());
  busy.send(http_request("GET", "/wait"));
  handler_.until_waiting(1);
  EXPECT_EQ(exchange(http_request("GET", "/inline"))->status, 200U);
  handler_.let_go();
  EXPECT_EQ(busy.receive()->status, 200U);
}

TEST_F(ServerTest, AConnectionTooManyIsAnswered503) {
  options_.max_connections = 2;
  options_.idle_timeout = 10s;
  start();
  RawClient first(server_->port());
  RawClient second(server_->port());
  first.send(http_request("GET", "/inline"));
  second.send(http_request("GET", "/inline"));
  EXPECT_EQ(first.receive()->status, 200U);
  EXPECT_EQ(second.receive()->status, 200U);
  RawClient third(server_->port());
  const auto answer = third.receive();
  ASSERT_TRUE(answer.has_value());
  EXPECT_EQ(answer->status, 503U);
  EXPECT_EQ(answer->header("Retry-After"), "1");
}

TEST_F(ServerTest, StoppingFinishesWhatIsInFlightAndTakesNothingNew) {
  options_.request_timeout = 10s;
  start();
  const std::uint16_t port = server_->port();
  RawClient idle(port);
  RawClient busy(port);
  busy.send(http_request("GET", "/wait"));
  handler_.until_waiting(1);
  server_->stop();
  EXPECT_TRUE(idle.closed_by_server());
  EXPECT_FALSE(RawClient(port).connected());
  handler_.let_go();
  const auto answer = busy.receive();
  ASSERT_TRUE(answer.has_value());
  EXPECT_EQ(answer->status, 200U);
  EXPECT_EQ(answer->header("Connection"), "close");
  thread_.join();
  EXPECT_EQ(server_->connections(), 0U);
}

TEST_F(ServerTest, StoppingTwiceCancelsWhatIsInFlight) {
  options_.request_timeout = 10s;
  start();
  RawClient busy(server_->port());
  busy.send(http_request("GET", "/wait"));
  handler_.until_waiting(1);
  server_->stop();
  server_->stop();
  thread_.join();
  EXPECT_TRUE(handler_.was_cancelled);
}

TEST_F(ServerTest, AClientThatGoesAwayLeavesTheServerWell) {
  options_.request_timeout = 10s;
  start();
  {
    RawClient gone(server_->port());
    gone.send(http_request("GET", "/wait"));
    handler_.until_waiting(1);
  }
  handler_.let_go();
  EXPECT_EQ(exchange(http_request("GET", "/inline"))->status, 200U);
}

TEST_F(ServerTest, APortThatIsTakenIsSaidClearly) {
  start();
  options_.port = server_->port();
  const auto second = HttpServer::listen(options_, handler_);
  ASSERT_FALSE(second.has_value());
  EXPECT_EQ(second.error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(second.error().hint, HasSubstr("--port"));
}

}  // namespace
}  // namespace grove::serve
