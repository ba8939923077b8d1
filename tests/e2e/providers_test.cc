#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <thread>

#include "base/file.h"
#include "inference/testing/fake_providers.h"
#include "inference/testing/fake_rerankers.h"
#include "tests/e2e/program.h"

// Servers that want money and keys: what people are told before they pay, and that nobody else learns the key.
namespace grove::e2e {
namespace {

using http::TestServer;
using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kKey = "sk-test-1234";

/// An OpenAI-compatible server, which can repeat the key wherever an answer has room for it.
class FakeOpenAi {
 public:
  std::atomic<int> embeddings = 0;
  std::atomic<int> status = 200;  ///< Of answers; with any but 200 they repeat the key.
  std::string url() const { return server_.url() + "/v1"; }

 private:
  http::TestServer::Response answer(const http::TestServer::Request& request) {
    ++embeddings;
    if (status == 200) return provider_(request);
    const std::string key = request.headers.contains("authorization") ? request.headers.at("authorization") : "";
    return {.status = status,
            .body = json{{"error", {{"message", "no: " + key + " " + std::string(270, 'x') + key}, {"key", key}}}}.dump(),
            .headers = {"X-Request-Key: " + key, "WWW-Authenticate: " + key, "Set-Cookie: key=" + key}};
  }
  std::vector<std::string> seen_;
  http::TestServer::Handler provider_ = inference::fake_provider("openai", seen_);
  http::TestServer server_{[this](const http::TestServer::Request& request) { return answer(request); }};
};

class PaidProviders : public ::testing::Test {
 protected:
  void SetUp() override {
    world_.write("shop/auth/service.py", kService);
    world_.write("shop/README.md", "# Shop\n\nSells things.\n\n## Refunds\n\nMoney goes back within a week.\n");
    world_.set("OPENAI_BASE_URL", openai_.url());
    world_.set("OPENAI_API_KEY", kKey);
    world_.set("GROVE_EMBEDDING_MODEL", "openai:own-model");
    world_.set("GROVE_EMBEDDING_PRICE", "0.5");
  }
  json index_json(std::vector<std::string> options = {}) {
    options.insert(options.begin(), {"--json", "index", "shop"});
    const Outcome outcome = world_.run(options);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output << outcome.error_output;
    return outcome.json()["repositories"][0];
  }

  World world_;
  FakeOpenAi openai_;
};

TEST_F(PaidProviders, TellWhatTheyCostBeforeTheyStart) {
  const Outcome indexed = world_.run({"index", "shop"});
  EXPECT_EQ(indexed.exit_code, 0) << indexed.error_output;
  EXPECT_THAT(indexed.error_output, AllOf(HasSubstr("tokens for own-model of openai"), HasSubstr("less than $0.01 (at the price set)")));
  EXPECT_THAT(indexed.error_output, Not(HasSubstr("Make them?"))) << "nobody is there to answer";
  world_.write("shop/more.py", "def more():\n    return 2\n");
  json estimate = index_json()["estimate"];
  EXPECT_EQ(estimate["files"], 1) << "what is there already costs nothing";
  EXPECT_GT(estimate["tokens"], 5);
  EXPECT_NEAR(estimate["dollars"].get<double>(), estimate["tokens"].get<double>() * 0.5e-6, 1e-9);
  EXPECT_FALSE(index_json().contains("estimate")) << "nothing is missing";
}

TEST_F(PaidProviders, ADryRunIndexesWordsAndPaysNothing) {
  json report = index_json({"--dry-run"});
  EXPECT_EQ(report["embedded"], 0);
  EXPECT_EQ(report["estimate"]["files"], 2);
  EXPECT_EQ(report["estimate"]["units"], report["units"]);
  const int asked = openai_.embeddings;
  EXPECT_LE(asked, 1) << "for its dimensions";
  EXPECT_THAT(world_.run({"index", "shop", "--dry-run"}).output, HasSubstr("vectors, not made: 2 files"));
  EXPECT_FALSE(world_.run({"--json", "search", "refund", "--mode", "keyword"}).json()["results"].empty());
  EXPECT_EQ(index_json({"--yes"})["embedded"], report["units"]);
}

TEST_F(PaidProviders, ALimitOfCostIsKeptAndWordsAreFoundAllTheSame) {
  world_.set("GROVE_EMBEDDING_MAX_COST", "0.000001");
  json report = index_json();
  EXPECT_EQ(report["embedded"], 0);
  EXPECT_THAT(report["warnings"][0].get<std::string>(), HasSubstr("GROVE_EMBEDDING_MAX_COST"));
  EXPECT_FALSE(world_.run({"--json", "search", "refund", "--mode", "keyword"}).json()["results"].empty());
  world_.set("GROVE_EMBEDDING_MAX_COST", "1");
  EXPECT_EQ(index_json()["embedded"], report["units"]);
  world_.set("GROVE_EMBEDDING_MAX_COST", "much");
  EXPECT_THAT(world_.run({"index", "shop"}).error_output, HasSubstr("no amount of dollars"));
}

TEST_F(PaidProviders, NobodyElseLearnsTheKey) {
  std::string said;
  const auto run = [&](const std::vector<std::string>& words) {
    const Outcome outcome = world_.run(words);
    said += outcome.output + outcome.error_output;
  };
  run({"--verbose", "index", "shop"});
  for (const int status : {401, 404, 418}) {
    openai_.status = status;
    world_.write("shop/more.py", "def more():\n    return " + std::to_string(status) + "\n");
    run({"--verbose", "index", "shop"});
    run({"--json", "search", "where is money", "--mode", "semantic"});
    run({"search", "where is money", "--explain"});
    run({"--verbose", "doctor"});
    run({"--json", "models", "status"});
  }
  World::Running server = world_.start({"--json", "--verbose", "serve", "--port", "0"});
  said += server.read_line();
  run({"--json", "models", "status"});
  run({"--json", "sync"});
  server.signal(SIGTERM);
  const Outcome served = server.wait();
  said += served.output + served.error_output;
  EXPECT_GT(openai_.embeddings, 5);
  EXPECT_THAT(said, HasSubstr("status 401"));
  EXPECT_THAT(said, Not(HasSubstr(kKey)));
  EXPECT_THAT(said, Not(HasSubstr("sk-te")));
  for (const auto& entry : std::filesystem::recursive_directory_iterator(world_.data())) {
    if (!entry.is_regular_file()) continue;
    const auto bytes = read_file(entry.path().string());
    ASSERT_TRUE(bytes.has_value());
    EXPECT_FALSE(bytes->contains(kKey)) << entry.path();
  }
}

TEST_F(PaidProviders, AServerRanksResultsAndItsAbsenceCostsNoneOfThem) {
  std::vector<std::string> seen;
  world_.set("GROVE_EMBEDDING_MODEL", "");
  world_.set("COHERE_API_KEY", "rk-test");
  world_.set("GROVE_RERANK_MODEL", "cohere:rerank-v3.5");
  ASSERT_EQ(world_.run({"index", "shop"}).exit_code, 0);
  const auto found = [&] {
    return world_.run({"--json", "search", "where are session tokens verified", "--rerank", "on", "--explain"}).json();
  };
  {
    http::TestServer server(inference::fake_reranker("cohere", seen));
    world_.set("GROVE_RERANK_URL", server.url() + "/v2");
    json answer = found();
    EXPECT_TRUE(answer["results"][0]["ranks"].contains("rerank")) << answer;
    EXPECT_FALSE(answer.contains("warnings"));
  }
  ASSERT_EQ(seen.size(), 1U) << "all at once";
  EXPECT_EQ(json::parse(seen[0])["model"], "rerank-v3.5");
  json answer = found();
  EXPECT_FALSE(answer["results"].empty());
  EXPECT_THAT(answer["warnings"][0].get<std::string>(), HasSubstr("not reranked"));
}

}  // namespace
}  // namespace grove::e2e
