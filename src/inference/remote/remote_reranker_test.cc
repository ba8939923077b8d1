#include "inference/remote/remote_reranker.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "inference/open_reranker.h"
#include "inference/testing/fake_rerankers.h"
#include "inference/text_layout.h"

namespace grove::inference {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;

constexpr http::RetryPolicy kFastRetries = {
    .attempts = 3, .first_pause = milliseconds(2), .longest_pause = milliseconds(500), .whole = std::chrono::seconds(5)};

std::optional<std::string> keys(const std::string& name) {
  return name.ends_with("_API_KEY") ? std::optional<std::string>("rk-test") : std::nullopt;
}

Result<std::unique_ptr<ResidentReranker>> open(const std::string& model, const std::string& url, const Environment& environment = keys) {
  return open_reranker({.model = model, .base_url = url, .environment = environment, .retry = kFastRetries});
}

class EveryRerankServer : public testing::TestWithParam<const char*> {
 protected:
  Result<std::unique_ptr<ResidentReranker>> open_at(const std::string& url) const {
    return open(std::string(GetParam()) + ":some-reranker", url + rerank_base_path(GetParam()));
  }
  /// The outcome of ranking two texts by a server that answers as it is told.
  Result<std::vector<float>> ranked_by(const http::TestServer::Handler& handler) const {
    http::TestServer server(handler);
    const auto reranker = open_at(server.url());
    EXPECT_TRUE(reranker.has_value());
    const std::vector<Passage> passages = {{.code = "one"}, {.code = "banana"}};
    std::vector<float> scores(2);
    const Status status = (*reranker)->score("which", passages, scores, {});
    if (!status) return std::unexpected(status.error());
    return scores;
  }
  /// An answer in the format of the provider.
  static std::string answer(const json& scores) {
    const bool tei = std::string(GetParam()) == "tei";
    json list = json::array();
    for (const json& pair : scores) list.push_back({{"index", pair[0]}, {tei ? "score" : "relevance_score", pair[1]}});
    return tei ? list.dump() : json{{std::string(GetParam()) == "voyage" ? "data" : "results", list}}.dump();
  }
};
INSTANTIATE_TEST_SUITE_P(Providers, EveryRerankServer, testing::Values("cohere", "jina", "voyage", "vllm", "tei"),
                         [](const auto& provider) { return std::string(provider.param); });

TEST_P(EveryRerankServer, ScoresPassagesInTheirOrder) {
  std::vector<std::string> seen;
  http::TestServer server(fake_reranker(GetParam(), seen));
  const auto reranker = open_at(server.url());
  ASSERT_TRUE(reranker.has_value()) << reranker.error().message;
  EXPECT_EQ((*reranker)->info().provider, GetParam());
  EXPECT_TRUE(seen.empty());
  std::vector<std::string> codes;
  for (std::size_t i = 0; i < 120; ++i) codes.push_back(std::string(i % 7, 'a') + " = " + std::to_string(i));
  std::vector<Passage> passages;
  for (const std::string& code : codes) passages.push_back({.repository = "shop", .path = "a.c", .code = code});
  std::vector<float> scores(passages.size(), -1);
  const auto status = (*reranker)->score("where are \xff amounts?", passages, scores, {});
  ASSERT_TRUE(status.has_value()) << status.error().message;
  for (std::size_t i = 0; i < codes.size(); ++i) EXPECT_FLOAT_EQ(scores[i], fake_score(lay_out(passages[i]))) << i;
  EXPECT_EQ(seen.size(), std::string(GetParam()) == "tei" ? 4U : 2U);
}

TEST_P(EveryRerankServer, RefusesAnswersThatAreNotWhatWasAsked) {
  const std::vector<std::string> answers = {
      "",
      "{",
      "{}",
      "[]",
      R"({"results": 3, "data": 3})",
      answer(json::array({{0, 0.5}})),
      answer(json::array({{0, 0.5}, {0, 0.5}})),
      answer(json::array({{0, 0.5}, {2, 0.5}})),
      answer(json::array({{0, 0.5}, {-1, 0.5}})),
      answer(json::array({{0, 0.5}, {1, nullptr}})),
      answer(json::array({{0, 0.5}, {1, 1e300}})),
      answer(json::array({{0, 0.5}, {"1", 0.5}})),
  };
  for (const std::string& text : answers) {
    const auto scores = ranked_by([&](const http::TestServer::Request&) { return http::TestServer::Response{.body = text}; });
    ASSERT_FALSE(scores.has_value()) << text;
    EXPECT_EQ(scores.error().code, ErrorCode::kUnavailable) << text;
  }
  const std::string good = answer(json::array({{1, 0.75}, {0, 0.25}}));
  const auto scores = ranked_by([&](const http::TestServer::Request&) { return http::TestServer::Response{.body = good}; });
  ASSERT_TRUE(scores.has_value()) << scores.error().message;
  EXPECT_EQ(*scores, (std::vector<float>{0.25F, 0.75F}));
}

TEST_P(EveryRerankServer, ExplainsStatusesAndNeverRepeatsTheKey) {
  for (const int status : {400, 401, 404, 413, 422, 429, 500}) {
    const auto scores = ranked_by([&](const http::TestServer::Request& request) {
      return http::TestServer::Response{.status = status, .body = json{{"message", request.headers.at("authorization")}}.dump()};
    });
    ASSERT_FALSE(scores.has_value());
    EXPECT_TRUE(scores.error().message.contains(std::to_string(status))) << scores.error().message;
    EXPECT_FALSE(describe(scores.error()).contains("rk-test")) << describe(scores.error());
  }
}

TEST_P(EveryRerankServer, RefusesAnAnswerOfNothingButBrackets) {
  const std::string many(100'000, '[');
  for (const std::string& body : {many, many + std::string(many.size(), ']')}) {
    const auto scores = ranked_by([&](const http::TestServer::Request&) { return http::TestServer::Response{.body = body}; });
    ASSERT_FALSE(scores.has_value());
    EXPECT_TRUE(scores.error().message.contains("too deep")) << scores.error().message;
  }
}

TEST_P(EveryRerankServer, GivesUpWhenItsTimeIsOver) {
  http::TestServer server([](const http::TestServer::Request&) { return http::TestServer::Response{.pause_ms = 4000}; });
  http::RetryPolicy hasty = kFastRetries;
  hasty.whole = milliseconds(120);
  const auto reranker =
      open_reranker({.model = std::string(GetParam()) + ":m", .base_url = server.url(), .environment = keys, .retry = hasty});
  const Passage passage = {.code = "x"};
  float score = 0;
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ((*reranker)->score("q", {&passage, 1}, {&score, 1}, {}).error().code, ErrorCode::kTimeout);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, milliseconds(3000));
}

TEST(RemoteReranker, WantsAKeyOnlyAtTheProvidersOwnServer) {
  const Environment none = [](const std::string&) { return std::nullopt; };
  for (const char* provider : {"cohere", "jina", "voyage"}) {
    const auto reranker = open(std::string(provider) + ":m", "", none);
    ASSERT_FALSE(reranker.has_value());
    EXPECT_EQ(reranker.error().code, ErrorCode::kUnavailable);
    EXPECT_TRUE(reranker.error().hint.contains("_API_KEY")) << reranker.error().hint;
    EXPECT_TRUE(open(std::string(provider) + ":m", "http://10.0.0.1", none).has_value());
  }
  EXPECT_TRUE(open("vllm:BAAI/bge-reranker-v2-m3", "", none).has_value());
  EXPECT_TRUE(open("tei", "", none).has_value());
  EXPECT_TRUE(open("tei:", "", none).has_value());
}

TEST(RemoteReranker, RefusesNamesThatWouldChangeTheRequest) {
  EXPECT_EQ(open("cohere:", "").error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(open("cohere:a b", "").error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(open("jina:m", "file:///etc").error().code, ErrorCode::kInvalidArgument);
  EXPECT_FALSE(open("jina:m", "ftp://me:pass@host").error().message.contains("pass"));
}

}  // namespace
}  // namespace grove::inference
