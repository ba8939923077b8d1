#include "serve/web/pages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "serve/testing/rest_world.h"
#include "serve/web/assets.h"

namespace grove::serve {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string header_of(const HttpResponse& response, std::string_view name) {
  for (const auto& [key, value] : response.headers) {
    if (key == name) return value;
  }
  return {};
}

class PagesTest : public ::testing::Test, protected RestWorld {
 protected:
  /// As a browser asks: without a token.
  HttpResponse get(std::string target, std::vector<std::pair<std::string, std::string>> headers = {}) {
    HttpRequest request{.method = "GET", .target = std::move(target), .headers = std::move(headers)};
    request.headers.emplace_back("Host", "127.0.0.1");
    if (auto refused = api_.refuse(request)) return *refused;
    HttpResponse response = api_.handle(request, CancelToken());
    api_.answered(request, response, 1.0);
    return response;
  }
  HttpResponse visit(std::string target) { return get(std::move(target), {{"Accept", "text/html,application/xhtml+xml,*/*;q=0.8"}}); }
};

TEST_F(PagesTest, ThePageNeedsNoTokenAndLetsNothingInButItself) {
  const HttpResponse page = get("/");
  EXPECT_EQ(page.status, 200U);
  EXPECT_EQ(page.content_type, "text/html; charset=utf-8");
  EXPECT_THAT(page.body, StartsWith("<!doctype html>"));
  EXPECT_THAT(page.body, Not(HasSubstr("<style")));
  EXPECT_THAT(page.body, Not(HasSubstr("style=")));
  EXPECT_THAT(page.body, Not(HasSubstr("{")));  // every placeholder is filled
  const std::string policy = header_of(page, "Content-Security-Policy");
  for (const char* part : {"default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"})
    EXPECT_THAT(policy, HasSubstr(part));
  EXPECT_THAT(policy, Not(HasSubstr("unsafe")));
  EXPECT_EQ(header_of(page, "Referrer-Policy"), "no-referrer");
  EXPECT_EQ(header_of(page, "Cache-Control"), "no-cache");
}

TEST_F(PagesTest, PathsOfViewsAreAnsweredWithThePage) {
  const std::string page = get("/").body;
  for (const char* path : {"/search?q=token", "/repositories/shop", "/flows", "/no/such/view"}) {
    const HttpResponse answer = visit(path);
    EXPECT_EQ(answer.status, 200U) << path;
    EXPECT_EQ(answer.body, page) << path;
  }
}

TEST_F(PagesTest, PathsOfTheApiStayProblemsEvenForBrowsers) {
  for (const char* path : {"/api", "/api/v1/nothing", "/mcp/a/b", "/.env"}) {
    const HttpResponse refused = visit(path);
    EXPECT_EQ(refused.content_type, "application/problem+json") << path;
  }
  EXPECT_EQ(visit("/api/v1/stats").status, 401U);
  EXPECT_EQ(visit("/health").content_type, "application/json");
  token_.clear();
  EXPECT_EQ(call("GET", "/no/such/view").status, 404U);  // whoever does not ask for HTML gets none
}

TEST_F(PagesTest, FilesAreKeptForGoodAndThosePresentAreNotSentAgain) {
  ASSERT_GT(web_assets().size(), 3U);
  for (const WebAsset& asset : web_assets()) {
    const HttpResponse first = get(std::string(asset.path));
    EXPECT_EQ(first.status, 200U) << asset.path;
    EXPECT_EQ(first.body, asset.identity.text());
    EXPECT_EQ(header_of(first, "Cache-Control"), asset.path == "/" ? "no-cache" : "public, max-age=31536000, immutable");
    const std::string tag = header_of(first, "ETag");
    EXPECT_THAT(tag, StartsWith("\""));
    const HttpResponse again = get(std::string(asset.path), {{"If-None-Match", "\"other\", " + tag}});
    EXPECT_EQ(again.status, 304U);
    EXPECT_TRUE(again.body.empty());
    EXPECT_EQ(header_of(again, "ETag"), tag);
  }
  EXPECT_EQ(get("/assets/app-gone.js").status, 404U);
  EXPECT_EQ(get("/assets/../../etc/passwd").status, 404U);
}

TEST_F(PagesTest, FilesAreCompressedAsTheClientLikesIt) {
  const auto coding = [&](const char* accepted) { return header_of(get("/", {{"Accept-Encoding", accepted}}), "Content-Encoding"); };
  EXPECT_EQ(coding("gzip, deflate, br"), "br");
  EXPECT_EQ(coding("gzip"), "gzip");
  EXPECT_EQ(coding("br;q=0.2, gzip;q=0.9"), "gzip");
  EXPECT_EQ(coding("br;q=0, *"), "gzip");
  EXPECT_EQ(coding("identity"), "");
  EXPECT_EQ(coding(""), "");
  const HttpResponse plain = get("/");
  const HttpResponse gzip = get("/", {{"Accept-Encoding", "gzip"}});
  EXPECT_THAT(gzip.body, StartsWith("\x1f\x8b"));
  EXPECT_NE(header_of(plain, "ETag"), header_of(gzip, "ETag"));  // other bytes, another tag
  EXPECT_EQ(header_of(gzip, "Vary"), "Accept-Encoding");
}

}  // namespace
}  // namespace grove::serve
