#include <gmock/gmock.h>

#include <atomic>
#include <mutex>

#include "http/testing/test_server.h"
#include "tests/e2e/program.h"

// Answers that a language model writes, as people meet them.
namespace grove::e2e {
namespace {

using http::TestServer;
using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class Synthesis : public testing::Test {
 protected:
  void SetUp() override {
    world_.write("shop/Orders.java", "class Orders {\n  void place() {}\n}\n");
    ASSERT_EQ(world_.run({"index", "shop", "--no-vectors"}).exit_code, 0);
    world_.set("LLM_ENABLED", "true");
    world_.set("LLM_BASE_URL", server_.url() + "/v1");
    world_.set("LLM_MODEL", "small");
    world_.set("LLM_API_KEY", "swordfish");
    world_.set("GROVE_LLM_TIMEOUT", "2s");
  }
  http::TestServer::Response answer(const http::TestServer::Request& request) {
    const std::lock_guard lock(mutex_);
    asked_ = request;
    if (status_ != 200) return {.status = status_, .body = R"({"error": {"message": "no swordfish today"}})"};
    return {.body = json{{"choices", {{{"message", {{"role", "assistant"}, {"content", text_}}}}}}}.dump()};
  }
  Outcome ask() { return world_.run({"ask", "Explain the Orders class", "--json"}); }

  World world_;
  std::atomic<int> status_ = 200;
  http::TestServer::Request asked() {
    const std::lock_guard lock(mutex_);
    return asked_;
  }

  std::mutex mutex_;  // the server's threads write
  std::string text_ = "Orders takes orders [1], says nobody [7].";
  http::TestServer::Request asked_;
  http::TestServer server_{[this](const http::TestServer::Request& request) { return answer(request); }};
};

TEST_F(Synthesis, WritesTheAnswerFromWhatWasFoundAndItsCitationsAreChecked) {
  const json answer = ask().json();
  EXPECT_EQ(answer["answer"], "Orders takes orders [1], says nobody.");
  EXPECT_EQ(answer["model"], "small");
  EXPECT_EQ(answer["cited"], json{1});
  EXPECT_THAT(answer["warnings"].dump(), HasSubstr("[7]"));
  EXPECT_THAT(answer["context_block"].get<std::string>(), HasSubstr("class Orders"));
  EXPECT_EQ(asked().target, "/v1/chat/completions");
  EXPECT_EQ(asked().headers["authorization"], "Bearer swordfish");
  const json body = json::parse(asked().body);
  EXPECT_EQ(body["model"], "small");
  EXPECT_THAT(body["messages"][1]["content"].get<std::string>(), HasSubstr("Question: Explain the Orders class"));
  EXPECT_THAT(body["messages"][1]["content"].get<std::string>(), HasSubstr("[1] class Orders"));
}

TEST_F(Synthesis, PeopleReadTheAnswerFirst) {
  const Outcome outcome = world_.run({"ask", "Explain the Orders class"});
  EXPECT_TRUE(outcome.output.starts_with("Orders takes orders [1], says nobody.\n\n[1] class Orders")) << outcome.output;
}

TEST_F(Synthesis, AModelThatFailsLeavesWhatWasFound) {
  status_ = 401;
  const Outcome outcome = ask();
  EXPECT_EQ(outcome.exit_code, 0);
  const json answer = outcome.json();
  EXPECT_EQ(answer["answer"], answer["context_block"]);
  EXPECT_FALSE(answer.contains("model"));
  EXPECT_THAT(answer["warnings"].dump(), HasSubstr("the language model gave none"));
  EXPECT_THAT(outcome.output + outcome.error_output, Not(HasSubstr("swordfish")));
}

TEST_F(Synthesis, NobodyIsAskedUnlessItIsSwitchedOn) {
  world_.set("LLM_ENABLED", "false");
  EXPECT_FALSE(ask().json().contains("model"));
  EXPECT_EQ(asked().target, "");
}

TEST_F(Synthesis, AnAnswerWithoutCitationsIsSaidToBe) {
  {
    const std::lock_guard lock(mutex_);
    text_ = "Trust me.";
  }
  EXPECT_THAT(ask().json()["warnings"].dump(), HasSubstr("cites nothing"));
}

}  // namespace
}  // namespace grove::e2e
