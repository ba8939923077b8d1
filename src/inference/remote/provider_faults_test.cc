#include <gtest/gtest.h>

#include <atomic>
#include <nlohmann/json.hpp>

#include "inference/open_embedder.h"
#include "inference/testing/fake_providers.h"

// What servers of models do when they are busy, broken or not themselves, over real connections: each fault with each provider.
namespace grove::inference {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;
using Request = http::TestServer::Request;
using Response = http::TestServer::Response;

constexpr http::RetryPolicy kFastRetries = {.attempts = 3, .first_pause = milliseconds(2), .longest_pause = milliseconds(1500)};

struct Kind {
  const char* provider;
  const char* model;
  const char* path;
  const char* key;
};
void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.provider; }

constexpr Kind kKinds[] = {{"ollama", "qwen3-embedding:0.6b", "", ""},
                           {"openai", "own-model", "/v1", "sk-test-1234"},
                           {"gemini", "gemini-embedding-001", "/v1beta", "ge-1"},
                           {"voyage", "voyage-code-3", "/v1", "vo-1"}};

/// The headers that say for how long to stay away, and how long that is.
struct Refusal {
  int status;
  std::vector<std::string> headers;
  milliseconds least;
};

class FaultsOf : public testing::TestWithParam<Kind> {
 protected:
  /// What the first embedding of two texts comes to where the server's first answers to it are `faults`, and all later ones good.
  Result<std::vector<float>> embed(std::vector<Response> faults, http::RetryPolicy retry = kFastRetries) {
    const Kind& kind = GetParam();
    std::vector<std::string> seen;
    const auto good = fake_provider(kind.provider, seen);
    asked_ = 0;
    http::TestServer server([&](const Request& request) {
      const bool embeds = request.target.contains("mbed");
      if (!embeds || !counting_) return good(request);
      const auto i = static_cast<std::size_t>(asked_++);
      return i < faults.size() ? faults[i] : good(request);
    });
    counting_ = false;
    const auto embedder =
        open_embedder({.model = std::string(kind.provider) + ":" + kind.model,
                       .base_url = server.url() + kind.path,
                       .dimensions = 3,
                       .environment = [&](const std::string& name) -> std::optional<std::string> {
                         return name.ends_with("_API_KEY") && kind.key[0] != '\0' ? std::optional(kind.key) : std::nullopt;
                       },
                       .retry = retry},
                      {});
    if (!embedder) return std::unexpected(embedder.error());
    counting_ = true;
    const std::vector<Passage> passages = {{.code = "int a;"}, {.code = "long b = 3;"}};
    std::vector<float> out(6);
    const Status status = (*embedder)->embed_passages(passages, out, {});
    if (!status) return std::unexpected(status.error());
    return out;
  }
  /// An answer of two rows in the provider's format, as JSON text that may hold what JSON has no word for.
  static std::string rows(const std::string& first, const std::string& second) {
    const std::string provider = GetParam().provider;
    if (provider == "ollama") return R"({"embeddings":[)" + first + "," + second + "]}";
    if (provider == "gemini") return R"({"embeddings":[{"values":)" + first + R"(},{"values":)" + second + "}]}";
    return R"({"data":[{"index":0,"embedding":)" + first + R"(},{"index":1,"embedding":)" + second + "}]}";
  }

  std::atomic<int> asked_ = 0;
  std::atomic<bool> counting_ = false;
};
INSTANTIATE_TEST_SUITE_P(Providers, FaultsOf, testing::ValuesIn(kKinds), [](const auto& kind) { return std::string(kind.param.provider); });

TEST_P(FaultsOf, ABusyServerIsAskedAgainWhenItSays) {
  const Refusal refusals[] = {{429, {}, milliseconds(0)},
                              {429, {"Retry-After: 1"}, milliseconds(950)},
                              {429, {"Retry-After-Ms: 120"}, milliseconds(115)},
                              {500, {}, milliseconds(0)},
                              {503, {"Retry-After: 1"}, milliseconds(950)}};
  for (const Refusal& refusal : refusals) {
    const auto begin = std::chrono::steady_clock::now();
    const auto vectors = embed({{.status = refusal.status, .body = "busy", .headers = refusal.headers}});
    ASSERT_TRUE(vectors.has_value()) << refusal.status << ": " << vectors.error().message;
    EXPECT_EQ(asked_, 2);
    EXPECT_GE(std::chrono::steady_clock::now() - begin, refusal.least);
  }
}

TEST_P(FaultsOf, ARefusalInGooglesWordsIsHeeded) {
  const auto begin = std::chrono::steady_clock::now();
  const auto vectors = embed({{.status = 429, .body = R"({"error":{"details":[{"retryDelay":"0.2s"}]}})"}});
  ASSERT_TRUE(vectors.has_value());
  EXPECT_GE(std::chrono::steady_clock::now() - begin, milliseconds(195));
}

TEST_P(FaultsOf, OneThatStaysBusyIsLeftAloneInTheEnd) {
  const std::vector<Response> always(9, Response{.status = 503, .body = R"({"error": {"message": "overloaded"}})"});
  const auto vectors = embed(always);
  ASSERT_FALSE(vectors.has_value());
  EXPECT_EQ(vectors.error().code, ErrorCode::kUnavailable);
  EXPECT_TRUE(vectors.error().message.contains("overloaded")) << vectors.error().message;
  EXPECT_EQ(asked_, 3);
}

TEST_P(FaultsOf, AnAnswerCutOffIsAskedForAgain) {
  const std::string whole = rows("[1,2,3]", "[4,5,6]");
  const auto vectors = embed({{.body = whole, .send_only = whole.size() / 2}});
  ASSERT_TRUE(vectors.has_value()) << vectors.error().message;
  EXPECT_EQ(asked_, 2);
  const std::vector<Response> always(9, Response{.body = whole, .send_only = 5});
  const auto broken = embed(always);
  ASSERT_FALSE(broken.has_value());
  EXPECT_EQ(broken.error().code, ErrorCode::kIo);
}

TEST_P(FaultsOf, ASlowServerEndsWithItsTime) {
  http::RetryPolicy hasty = kFastRetries;
  hasty.whole = milliseconds(150);
  const auto begin = std::chrono::steady_clock::now();
  const auto vectors = embed({{.pause_ms = 5000}, {.pause_ms = 5000}, {.pause_ms = 5000}}, hasty);
  ASSERT_FALSE(vectors.has_value());
  EXPECT_EQ(vectors.error().code, ErrorCode::kTimeout);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, milliseconds(4000));
}

TEST_P(FaultsOf, WrongVectorsAreRefusedAndNotAskedForAgain) {
  struct Wrong {
    std::string body;
    ErrorCode code;
  };
  const Wrong wrongs[] = {{rows("[1,2,3]", "[4,5,6,7]"), ErrorCode::kConflict},
                          {rows("[1,2,3]", "[]"), ErrorCode::kUnavailable},
                          {rows("[1,2,3]", "[4,NaN,6]"), ErrorCode::kUnavailable},
                          {rows("[1,2,3]", "[4,1e999,6]"), ErrorCode::kUnavailable},
                          {rows("[1,2,3]", "[4,1e39,6]"), ErrorCode::kUnavailable},
                          {rows("[1,2,3]", "null"), ErrorCode::kUnavailable},
                          {rows("[1,2,3]", "[0,0,0]"), ErrorCode::kUnavailable},
                          {rows("[1,2,3]", "[3e38,3e38,3e38]"), ErrorCode::kUnavailable},
                          {rows("[1,2,3]", std::string(100'000, '[')), ErrorCode::kUnavailable},
                          {rows("[1,2,3]", std::string(100'000, '[') + std::string(100'000, ']')), ErrorCode::kUnavailable},
                          {rows("[1,2,3]", "[4,5,6]").substr(0, 30), ErrorCode::kUnavailable}};
  for (const Wrong& wrong : wrongs) {
    const auto vectors = embed({{.body = wrong.body}});
    ASSERT_FALSE(vectors.has_value()) << wrong.body;
    EXPECT_EQ(vectors.error().code, wrong.code) << wrong.body << "\n" << vectors.error().message;
    EXPECT_EQ(asked_, 1) << wrong.body;
  }
}

TEST_P(FaultsOf, FewerVectorsThanTextsAreRefused) {
  const std::string two = rows("[1,2,3]", "[4,5,6]");
  json answer = json::parse(two);
  json& list = answer.contains("data") ? answer["data"] : answer["embeddings"];
  list.erase(1);
  const auto vectors = embed({{.body = answer.dump()}});
  ASSERT_FALSE(vectors.has_value());
  EXPECT_TRUE(vectors.error().message.contains("1 vectors for 2 texts")) << vectors.error().message;
}

TEST_P(FaultsOf, APageWhereJsonBelongsIsCalledWhatItIs) {
  const auto vectors = embed({{.body = "<html>Sign in</html>", .headers = {"Content-Type: text/html; charset=utf-8"}}});
  ASSERT_FALSE(vectors.has_value());
  EXPECT_EQ(vectors.error().code, ErrorCode::kUnavailable);
  EXPECT_TRUE(vectors.error().message.contains("text/html")) << vectors.error().message;
  EXPECT_FALSE(vectors.error().hint.empty());
  // What it is called doesn't matter where it is JSON.
  EXPECT_TRUE(embed({{.body = rows("[1,2,3]", "[4,5,6]"), .headers = {"Content-Type: text/plain"}}}).has_value());
}

TEST_P(FaultsOf, ARedirectIsNotFollowedAndSaidToBeOne) {
  std::atomic<int> lured = 0;
  http::TestServer other([&](const Request&) {
    ++lured;
    return Response{};
  });
  for (const int status : {301, 302, 307, 308}) {
    const auto vectors = embed({{.status = status, .headers = {"Location: " + other.url()}}});
    ASSERT_FALSE(vectors.has_value());
    EXPECT_TRUE(vectors.error().hint.contains("another address")) << describe(vectors.error());
  }
  EXPECT_EQ(lured, 0);
}

TEST(AServerOfModels, ThatBreaksOffOrNeverEndsWhileItsModelIsOpenedIsAway) {
  const Response faults[] = {
      {.body = R"({"data": []})", .send_only = 3}, {.body = "{", .pause_ms = 2000}, {.body = std::string(std::size_t{33} << 20U, ' ')}};
  for (const Response& fault : faults) {
    http::TestServer server([&](const Request&) { return fault; });
    const auto embedder = open_embedder({.model = "openai:own-model",
                                         .base_url = server.url() + "/v1",
                                         .retry = {.attempts = 2, .first_pause = milliseconds(1), .whole = milliseconds(1000)}},
                                        {});
    ASSERT_FALSE(embedder.has_value());
    EXPECT_EQ(embedder.error().code, ErrorCode::kUnavailable) << describe(embedder.error());
  }
}

TEST_P(FaultsOf, NoMessageRepeatsTheKey) {
  const std::string key = GetParam().key;
  if (key.empty()) GTEST_SKIP() << "has no key";
  const std::string escaped = "\\u00" + std::string(key[0] == 's' ? "73" : key[0] == 'g' ? "67" : "76") + key.substr(1);
  for (const int status : {400, 401, 403, 404, 418, 429, 500}) {
    for (const std::string& said : {key, "Bearer " + key, std::string(295, 'x') + key, escaped}) {
      const std::vector<Response> always(3, Response{.status = status, .body = R"({"error": {"message": ")" + said + "\"}}"});
      const auto vectors = embed(always);
      ASSERT_FALSE(vectors.has_value());
      EXPECT_FALSE(describe(vectors.error()).contains(key)) << describe(vectors.error());
      const bool cut_through = said.size() > 298 && vectors.error().message.contains(key.substr(0, 3));
      EXPECT_FALSE(cut_through) << vectors.error().message;
    }
  }
  const auto page = embed({{.body = "no JSON", .headers = {"Content-Type: text/" + key}}});
  ASSERT_FALSE(page.has_value());
  EXPECT_FALSE(describe(page.error()).contains(key)) << describe(page.error());
}

}  // namespace
}  // namespace grove::inference
