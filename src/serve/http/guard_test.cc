#include "serve/http/guard.h"

#include <gtest/gtest.h>

namespace grove::serve {
namespace {

using Headers = std::vector<std::pair<std::string, std::string>>;

unsigned verdict(const Guard& guard, Headers headers) {
  const HttpRequest head{.method = "GET", .target = "/x", .headers = std::move(headers), .body = {}, .peer = {}};
  const auto refused = refuse(guard, head);
  return refused ? refused->status : 200;
}

unsigned token_verdict(const std::string& token, Headers headers) {
  const HttpRequest head{.method = "GET", .target = "/x", .headers = std::move(headers), .body = {}, .peer = {}};
  const auto refused = refuse_without_token({"127.0.0.1", token, {}}, head);
  return refused ? refused->status : 200;
}

TEST(Guard, ALoopbackServerAnswersForLoopbackNamesOnly) {
  const Guard guard{"127.0.0.1", "", {}};
  for (const char* host : {"127.0.0.1", "127.0.0.1:8765", "localhost:1", "LOCALHOST", "[::1]:8765"}) {
    EXPECT_EQ(verdict(guard, {{"Host", host}}), 200U) << host;
  }
  for (const char* host : {"evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8765", "", "[::2]"}) {
    EXPECT_EQ(verdict(guard, {{"Host", host}}), 421U) << host;
  }
}

TEST(Guard, ARequestNeedsExactlyOneHost) {
  const Guard guard{"127.0.0.1", "", {}};
  EXPECT_EQ(verdict(guard, {}), 400U);
  EXPECT_EQ(verdict(guard, {{"Host", "localhost"}, {"host", "evil.example"}}), 400U);
}

TEST(Guard, NamesAllowedBySettingsPass) {
  EXPECT_EQ(verdict({"127.0.0.1", "", {"grove.example.org"}}, {{"Host", "Grove.Example.org:443"}}), 200U);
  EXPECT_EQ(verdict({"0.0.0.0", "t", {"grove.example.org"}}, {{"Host", "other.example.org"}}), 421U);
  EXPECT_EQ(verdict({"0.0.0.0", "t", {}}, {{"Host", "any.example.org"}}), 200U);
}

TEST(Guard, PagesOfOtherOriginsAreRefused) {
  const Guard guard{"127.0.0.1", "", {}};
  EXPECT_EQ(verdict(guard, {{"Host", "localhost:1"}, {"Origin", "http://localhost:1"}}), 200U);
  for (const char* origin : {"http://localhost:2", "https://evil.example", "null", "", "file://"}) {
    EXPECT_EQ(verdict(guard, {{"Host", "localhost:1"}, {"Origin", origin}}), 403U) << origin;
  }
}

TEST(Guard, OnlyTheRightTokenPasses) {
  EXPECT_EQ(token_verdict("", {}), 200U);
  EXPECT_EQ(token_verdict("secret", {{"Authorization", "Bearer secret"}}), 200U);
  EXPECT_EQ(token_verdict("secret", {{"authorization", "bearer secret"}}), 200U);
  for (const char* value : {"", "secret", "Bearer", "Bearer ", "Bearer secre", "Bearer secrets", "Bearer SECRET", "Basic secret"}) {
    EXPECT_EQ(token_verdict("secret", {{"Authorization", value}}), 401U) << value;
  }
  EXPECT_EQ(token_verdict("secret", {}), 401U);
}

}  // namespace
}  // namespace grove::serve
