#include "http/pacer.h"

#include <gtest/gtest.h>

#include "base/testing/manual_clock.h"
#include "http/rate_limits.h"
#include "http/retry.h"
#include "http/testing/test_server.h"

namespace grove::http {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

HttpResponse answer(int status, std::map<std::string, std::string> headers, std::string body = {}) {
  HttpResponse response{.status = status, .body = std::move(body), .retry_after = {}};
  response.headers = std::move(headers);
  return response;
}

TEST(Durations, AreReadAsServersWriteThem) {
  EXPECT_EQ(read_duration("1s"), seconds(1));
  EXPECT_EQ(read_duration("6m0s"), seconds(360));
  EXPECT_EQ(read_duration("1h2m3.5s"), milliseconds(3'723'500));
  EXPECT_EQ(read_duration("12ms"), milliseconds(12));
  EXPECT_EQ(read_duration("0.0001s"), milliseconds(1));
  EXPECT_EQ(read_duration("30"), seconds(30));
  for (const char* text : {"", "s", "-1s", "1x", "1 s", "nan", "inf", "1e9h", "99999999999h", "1s "})
    EXPECT_EQ(read_duration(text), std::nullopt) << text;
}

TEST(Pauses, AreWhatAServerAsksFor) {
  HttpResponse plain = answer(429, {});
  plain.retry_after = seconds(7);
  EXPECT_EQ(asked_pause(plain), seconds(7));
  plain.headers["retry-after-ms"] = "250";
  EXPECT_EQ(asked_pause(plain), milliseconds(250));
  const std::string google = R"({"error":{"details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay": "37s"}]}})";
  EXPECT_EQ(asked_pause(answer(429, {}, google)), seconds(37));
  EXPECT_EQ(asked_pause(answer(200, {}, google)), milliseconds(0));
  EXPECT_EQ(asked_pause(answer(429, {}, R"({"retryDelay": 3, "x")")), milliseconds(0));
}

TEST(Pacer, LetsNoMoreRequestsThroughWithinAnyMinute) {
  ManualClock clock;
  Pacer pacer({.requests_per_minute = 3}, clock);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(pacer.take(1), milliseconds(0));
    clock.advance(seconds(10));
  }
  EXPECT_EQ(pacer.take(1), seconds(30));
  clock.advance(seconds(29));
  EXPECT_EQ(pacer.take(1), seconds(1));
  clock.advance(seconds(1));
  EXPECT_EQ(pacer.take(1), milliseconds(0));
  EXPECT_EQ(pacer.take(1), seconds(10));
}

TEST(Pacer, CountsTokensAndSendsALargeRequestAlone) {
  ManualClock clock;
  Pacer pacer({.tokens_per_minute = 1000}, clock);
  EXPECT_EQ(pacer.take(600), milliseconds(0));
  EXPECT_EQ(pacer.take(600), seconds(60));
  EXPECT_EQ(pacer.take(400), milliseconds(0));
  clock.advance(seconds(60));
  EXPECT_EQ(pacer.take(5000), milliseconds(0)) << "it would never fit";
  EXPECT_EQ(pacer.take(1), seconds(60));
}

TEST(Pacer, WithoutLimitsNothingWaits) {
  ManualClock clock;
  Pacer pacer({}, clock);
  for (int i = 0; i < 10'000; ++i) ASSERT_EQ(pacer.take(100'000), milliseconds(0));
}

TEST(Pacer, WaitsForEveryoneWhenOneIsRefused) {
  ManualClock clock;
  Pacer pacer({}, clock);
  HttpResponse refusal = answer(429, {});
  refusal.retry_after = seconds(9);
  pacer.heed(refusal);
  EXPECT_EQ(pacer.take(1), seconds(9));
  clock.advance(seconds(9));
  EXPECT_EQ(pacer.take(1), milliseconds(0));
}

TEST(Pacer, HeedsWhatIsLeft) {
  ManualClock clock;
  Pacer pacer({}, clock);
  pacer.heed(answer(200, {{"x-ratelimit-remaining-requests", "1"}, {"x-ratelimit-reset-requests", "20s"}}));
  EXPECT_EQ(pacer.take(1), milliseconds(0));
  EXPECT_EQ(pacer.take(1), seconds(20));
  clock.advance(seconds(20));
  EXPECT_EQ(pacer.take(1), milliseconds(0));
  pacer.heed(answer(200, {{"x-ratelimit-remaining-tokens", "150"}, {"x-ratelimit-reset-tokens", "6m0s"}}));
  EXPECT_EQ(pacer.take(100), milliseconds(0));
  EXPECT_EQ(pacer.take(100), seconds(360));
  EXPECT_EQ(pacer.take(50), milliseconds(0));
}

TEST(Pacer, IgnoresHeadersThatSayNothing) {
  ManualClock clock;
  Pacer pacer({}, clock);
  pacer.heed(answer(200, {{"x-ratelimit-remaining-requests", "0"}}));
  pacer.heed(answer(200, {{"x-ratelimit-remaining-requests", "none"}, {"x-ratelimit-reset-requests", "20s"}}));
  pacer.heed(answer(200, {{"ratelimit-remaining", "0"}, {"ratelimit-reset", "soon"}}));
  EXPECT_EQ(pacer.take(1), milliseconds(0));
  pacer.heed(answer(200, {{"ratelimit-remaining", "0"}, {"ratelimit-reset", "4"}}));
  EXPECT_EQ(pacer.take(1), seconds(4));
}

TEST(Pacer, RequestsWaitTheirTurnOrSayThatItIsTooLong) {
  TestServer server([](const TestServer::Request&) {
    return TestServer::Response{.headers = {"X-RateLimit-Remaining-Requests: 0", "X-RateLimit-Reset-Requests: 80ms"}};
  });
  HttpClient client;
  Pacer pacer({}, system_clock());
  const RetryPolicy policy = {.attempts = 1};
  const HttpRequest request{.url = server.url(), .headers = {}, .body = {}};
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(send_with_retries({client, policy, &pacer}, request, {}).has_value());
  EXPECT_GE(std::chrono::steady_clock::now() - begin, milliseconds(150));
  const RetryPolicy hasty = {.attempts = 1, .longest_pause = milliseconds(1)};
  const auto refused = send_with_retries({client, hasty, &pacer}, request, {});
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, ErrorCode::kUnavailable);
  EXPECT_TRUE(refused.error().message.contains("limit of its rate")) << refused.error().message;
}

}  // namespace
}  // namespace grove::http
