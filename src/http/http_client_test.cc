#include "http/http_client.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "http/retry.h"
#include "http/testing/test_server.h"

namespace grove::http {
namespace {

using std::chrono::milliseconds;

constexpr RetryPolicy kFastRetries = {.attempts = 4, .first_pause = milliseconds(2), .longest_pause = std::chrono::seconds(3)};

HttpRequest get(std::string url) { return {.url = std::move(url), .headers = {}, .body = {}}; }

TEST(HttpClient, SendsHeadersAndBodyAndReadsTheAnswer) {
  TestServer::Request seen;
  TestServer server([&](const TestServer::Request& request) {
    seen = request;
    return TestServer::Response{.status = 201, .body = "{\"ok\":1}"};
  });
  HttpClient client;
  const auto response = client.send({.url = server.url() + "/v1/x", .headers = {"X-Key: secret"}, .body = "abc\n"}, {});
  ASSERT_TRUE(response.has_value());
  EXPECT_EQ(response->status, 201);
  EXPECT_EQ(response->body, "{\"ok\":1}");
  EXPECT_EQ(seen.method, "POST");
  EXPECT_EQ(seen.target, "/v1/x");
  EXPECT_EQ(seen.headers["x-key"], "secret");
  EXPECT_EQ(seen.body, "abc\n");
  EXPECT_FALSE(seen.headers.contains("expect"));
}

TEST(HttpClient, ReusesItsConnection) {
  TestServer server([](const TestServer::Request&) { return TestServer::Response{.body = "x"}; });
  HttpClient client;
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(client.send(get(server.url()), {}).has_value());
  EXPECT_EQ(server.connections(), 1);
}

TEST(HttpClient, SaysThatNobodyListens) {
  std::string url;
  {
    url = TestServer([](const TestServer::Request&) { return TestServer::Response{}; }).url();
  }
  HttpClient client;
  const auto response = client.send(get(url + "/?key=secret"), {});
  ASSERT_FALSE(response.has_value());
  EXPECT_EQ(response.error().code, ErrorCode::kUnavailable);
  EXPECT_FALSE(response.error().message.contains("secret"));
  EXPECT_TRUE(response.error().message.contains("127.0.0.1")) << response.error().message;
}

TEST(HttpClient, EndsAtItsTimeLimitAndWhenCancelled) {
  TestServer server([](const TestServer::Request&) { return TestServer::Response{.pause_ms = 5000}; });
  HttpClient hasty({.whole = milliseconds(80)});
  EXPECT_EQ(hasty.send(get(server.url()), {}).error().code, ErrorCode::kTimeout);
  HttpClient patient;
  const CancelToken cancel;
  const std::jthread canceller([&] {
    std::this_thread::sleep_for(milliseconds(50));
    cancel.cancel();
  });
  EXPECT_EQ(patient.send(get(server.url()), cancel).error().code, ErrorCode::kCancelled);
}

TEST(HttpClient, RefusesAnAnswerOverItsLimitAndForeignSchemes) {
  TestServer server([](const TestServer::Request&) { return TestServer::Response{.body = std::string(5000, 'x')}; });
  HttpClient client({.body_bytes = 4999});
  EXPECT_EQ(client.send(get(server.url()), {}).error().code, ErrorCode::kResourceLimit);
  EXPECT_EQ(client.send(get("file:///etc/hostname"), {}).error().code, ErrorCode::kInvalidArgument);
}

TEST(HttpClient, NeverFollowsARedirectWithARequest) {
  std::atomic<int> requests = 0;
  TestServer server([&](const TestServer::Request&) {
    ++requests;
    return TestServer::Response{.status = 307, .headers = {"Location: /elsewhere"}};
  });
  HttpClient client;
  EXPECT_EQ(client.send(get(server.url()), {})->status, 307);
  EXPECT_EQ(requests, 1);
}

TEST(Download, PassesPartsInOrderAndResumes) {
  const std::string file = "0123456789";
  TestServer server([&](const TestServer::Request& request) {
    const auto range = request.headers.find("range");
    if (range == request.headers.end()) return TestServer::Response{.body = file};
    EXPECT_EQ(range->second, "bytes=4-");
    return TestServer::Response{.status = 206, .body = file.substr(4), .headers = {"Content-Range: bytes 4-9/10"}};
  });
  HttpClient client;
  for (const std::uint64_t offset : {0U, 4U}) {
    std::string got;
    const auto status = client.download({.url = server.url(),
                                         .offset = offset,
                                         .sink = [&](std::string_view part, std::uint64_t first, std::uint64_t total) -> Status {
                                           EXPECT_EQ(first, offset + got.size());
                                           EXPECT_EQ(total, 10U);
                                           got += part;
                                           return {};
                                         }},
                                        {});
    EXPECT_TRUE(status.has_value());
    EXPECT_EQ(got, file.substr(offset));
  }
}

TEST(Download, SaysWhereAServerThatCannotResumeBegins) {
  TestServer server([](const TestServer::Request&) { return TestServer::Response{.body = "0123456789"}; });
  HttpClient client;
  std::uint64_t begin = 99;
  ASSERT_TRUE(client
                  .download({.url = server.url(),
                             .offset = 4,
                             .sink = [&](std::string_view, std::uint64_t first, std::uint64_t) -> Status {
                               begin = first;
                               return {};
                             }},
                            {})
                  .has_value());
  EXPECT_EQ(begin, 0U);
}

TEST(Download, FollowsRedirectsAndReportsRefusalsAndItsSink) {
  TestServer server([](const TestServer::Request& request) {
    if (request.target == "/from") return TestServer::Response{.status = 302, .headers = {"Location: /to"}};
    if (request.target == "/to") return TestServer::Response{.body = "file"};
    return TestServer::Response{.status = request.target == "/gone" ? 404 : 500, .body = "no"};
  });
  HttpClient client;
  const auto download = [&](const std::string& path, Status answer) {
    return client.download({.url = server.url() + path, .sink = [&](std::string_view, std::uint64_t, std::uint64_t) { return answer; }},
                           {});
  };
  EXPECT_EQ(download("/from", fail(ErrorCode::kIo, "came there")).error().message, "came there");
  EXPECT_EQ(download("/gone", fail(ErrorCode::kIo, "the body of a refusal")), 404);
  EXPECT_EQ(download("/broken", fail(ErrorCode::kIo, "the body of a refusal")), 500);
  EXPECT_EQ(download("/to", fail(ErrorCode::kIo, "disk full")).error().message, "disk full");
}

TEST(Retry, RepeatsWhileTheServerIsBusy) {
  for (const int busy : {429, 500, 503}) {
    std::atomic<int> requests = 0;
    TestServer server([&](const TestServer::Request&) { return TestServer::Response{.status = ++requests < 3 ? busy : 200, .body = "x"}; });
    HttpClient client;
    EXPECT_EQ(send_with_retries({client, kFastRetries}, get(server.url()), {})->status, 200);
    EXPECT_EQ(requests, 3);
  }
}

TEST(Retry, RepeatsAfterABrokenConnection) {
  std::atomic<int> requests = 0;
  TestServer server([&](const TestServer::Request&) {
    return TestServer::Response{.body = "0123456789", .send_only = ++requests < 3 ? std::size_t{3} : static_cast<std::size_t>(-1)};
  });
  HttpClient client;
  const auto response = send_with_retries({client, kFastRetries}, get(server.url()), {});
  ASSERT_TRUE(response.has_value());
  EXPECT_EQ(response->body, "0123456789");
}

TEST(Retry, GivesUpAfterTheAttemptsAllowedAndAtOnceOnOtherErrors) {
  std::atomic<int> requests = 0;
  std::atomic<int> status = 503;
  TestServer server([&](const TestServer::Request&) {
    ++requests;
    return TestServer::Response{.status = status};
  });
  HttpClient client;
  EXPECT_EQ(send_with_retries({client, kFastRetries}, get(server.url()), {})->status, 503);
  EXPECT_EQ(requests, 4);
  requests = 0;
  status = 400;
  EXPECT_EQ(send_with_retries({client, kFastRetries}, get(server.url()), {})->status, 400);
  EXPECT_EQ(requests, 1);
}

TEST(Retry, HonoursRetryAfterAndGivesUpWhereItIsTooLong) {
  std::atomic<int> requests = 0;
  std::string wait = "1";
  TestServer server([&](const TestServer::Request&) {
    return ++requests == 1 ? TestServer::Response{.status = 429, .headers = {"Retry-After: " + wait}} : TestServer::Response{};
  });
  HttpClient client;
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(send_with_retries({client, kFastRetries}, get(server.url()), {})->status, 200);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, milliseconds(990));
  requests = 0;
  wait = "3600";
  const auto refused = send_with_retries({client, kFastRetries}, get(server.url()), {});
  EXPECT_EQ(refused->status, 429);
  EXPECT_EQ(refused->retry_after, std::chrono::hours(1));
}

TEST(Retry, StopsWaitingWhenCancelled) {
  TestServer server([](const TestServer::Request&) { return TestServer::Response{.status = 503, .headers = {"Retry-After: 3"}}; });
  HttpClient client;
  const CancelToken cancel;
  const std::jthread canceller([&] {
    std::this_thread::sleep_for(milliseconds(60));
    cancel.cancel();
  });
  EXPECT_EQ(send_with_retries({client, kFastRetries}, get(server.url()), cancel).error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace grove::http
