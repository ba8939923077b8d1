#include <gmock/gmock.h>

#include <atomic>
#include <mutex>

#include "http/testing/test_server.h"
#include "tests/e2e/program.h"

// Summaries that a language model writes, as people meet them.
namespace grove::e2e {
namespace {

using http::TestServer;
using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class Summaries : public testing::Test {
 protected:
  void SetUp() override {
    write_store("int total() { return 1; }");
    world_.write("shop/src/main/java/shop/Web.java",
                 "package shop;\nimport org.springframework.web.bind.annotation.*;\n@RestController\nclass Web {\n  private final Store "
                 "store;\n  Web(Store store) { this.store = store; }\n"
                 "  @GetMapping(\"/orders\") int list() { return store.total(); }\n}\n");
    world_.write("shop/pom.xml", "<project><artifactId>shop</artifactId></project>\n");
    ASSERT_EQ(world_.run({"index", "shop", "--no-vectors"}).exit_code, 0);
    world_.set("LLM_ENABLED", "true");
    world_.set("LLM_BASE_URL", server_.url() + "/v1");
    world_.set("LLM_MODEL", "small");
    world_.set("LLM_API_KEY", "swordfish");
    world_.set("GROVE_LLM_TIMEOUT", "2s");
  }
  void write_store(const std::string& body) {
    world_.write("shop/src/main/java/shop/Store.java",
                 "package shop;\nimport org.springframework.stereotype.Service;\n/** Where turnips lie. */\n@Service\nclass Store {\n  " +
                     body + "\n}\n");
  }
  http::TestServer::Response answer(const http::TestServer::Request& request) {
    const std::string asked = json::parse(request.body)["messages"][1]["content"];
    const std::lock_guard lock(mutex_);
    asked_.push_back(asked);
    if (status_ != 200) return {.status = status_, .body = R"({"error": {"message": "no swordfish today"}})"};
    const std::string text = asked.starts_with("Module")       ? "The module sells turnips."
                             : asked.starts_with("shop.Store") ? "```\nKeeps the\nharvest.\n```"
                                                               : "Answers buyers.";
    const std::string content = declines_ ? "I'm sorry, but I can't help with that." : text;
    return {.body = json{{"choices", {{{"message", {{"role", "assistant"}, {"content", content}}}}}}}.dump()};
  }
  json summarize() {
    {
      const std::lock_guard lock(mutex_);
      asked_.clear();
    }
    return world_.run({"summarize", "--json"}).json()["summaries"][0];
  }
  std::vector<std::string> asked() {
    const std::lock_guard lock(mutex_);
    return asked_;
  }
  json ask(const std::string& question) {
    world_.set("LLM_ENABLED", "false");
    json answer = world_.run({"ask", question, "--json"}).json();
    world_.set("LLM_ENABLED", "true");
    return answer;
  }

  World world_;
  std::atomic<int> status_ = 200;
  std::atomic<bool> declines_ = false;
  std::mutex mutex_;
  std::vector<std::string> asked_;
  http::TestServer server_{[this](const http::TestServer::Request& request) { return answer(request); }};
};

TEST_F(Summaries, AreFoundByTheirWordsAndSayWhoWroteThem) {
  const json report = summarize();
  EXPECT_EQ(report["written"], 3) << report;
  EXPECT_EQ(report["model"], "small");
  EXPECT_THAT(asked()[0] + asked()[1], HasSubstr("int total() { return 1; }"));
  EXPECT_THAT(asked()[0] + asked()[1], HasSubstr("Where turnips lie."));
  EXPECT_THAT(asked()[2], HasSubstr("Keeps the harvest."));
  EXPECT_THAT(asked()[2], HasSubstr("GET /orders"));

  const json harvest = ask("harvest")["hits"][0];
  EXPECT_EQ(harvest["chunk_type"], "summary");
  EXPECT_EQ(harvest["kind"], "summary");
  EXPECT_EQ(harvest["written_by"], "small");
  EXPECT_EQ(harvest["code"], "Keeps the harvest.");
  EXPECT_EQ(harvest["qualified_name"], "shop.Store");
  EXPECT_EQ(harvest["citation"]["file"], "src/main/java/shop/Store.java");
  EXPECT_EQ(harvest["citation"]["start_line"], 4);
  const json turnips = ask("turnips");
  EXPECT_EQ(turnips["hits"][0]["name"], "shop");
  EXPECT_THAT(turnips["hits"][0]["code"].get<std::string>(), HasSubstr("Store"));
  EXPECT_THAT(turnips["context_block"].get<std::string>(), HasSubstr("written by small"));

  const json beans = world_.run({"beans", "harvest", "--json"}).json()["beans"];
  ASSERT_EQ(beans.size(), 1);
  EXPECT_EQ(beans[0]["summary"], "Keeps the harvest.");
  EXPECT_EQ(beans[0]["summary_by"], "small");
  EXPECT_THAT(world_.run({"beans", "harvest"}).output, HasSubstr("Keeps the harvest. (written by small)"));
}

TEST_F(Summaries, OnlyWhatChangedIsAskedAboutAgainAndWhatNoLongerFitsIsNotShown) {
  summarize();
  EXPECT_EQ(summarize()["unchanged"], 3);
  EXPECT_EQ(asked().size(), 0);
  write_store("int total() { return 2; }");
  ASSERT_EQ(world_.run({"index", "shop", "--no-vectors"}).exit_code, 0);
  EXPECT_EQ(ask("harvest")["hits"].dump().find("summary"), std::string::npos);
  const json report = summarize();
  EXPECT_EQ(report["written"], 1) << report;  // the module is shown the same words about it
  EXPECT_EQ(report["unchanged"], 2) << report;
  EXPECT_EQ(ask("harvest")["hits"][0]["chunk_type"], "summary");
  EXPECT_EQ(ask("turnips")["hits"][0]["chunk_type"], "summary");
}

TEST_F(Summaries, AModelThatFailsEndsTheRunAndLeavesThoseItWrote) {
  summarize();
  status_ = 401;
  const Outcome outcome = world_.run({"summarize", "--force"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output + outcome.error_output, Not(HasSubstr("swordfish")));
  EXPECT_EQ(ask("harvest")["hits"][0]["chunk_type"], "summary");
}

TEST_F(Summaries, AreFoundBesideWhatIsOnlyNearInMeaning) {
  for (const std::string name : {"Barn", "Cellar", "Silo", "Shed", "Crate", "Wagon", "Pantry", "Depot", "Loft", "Stall", "Rack", "Bin"})
    world_.write("shop/src/main/java/shop/" + name + ".java",
                 "package shop;\n/** Keeps crops. */\nclass " + name + " { int total() { return 1; } }\n");
  ASSERT_EQ(world_.run({"index", "shop"}).exit_code, 0);
  summarize();
  const json hits = ask("which part keeps the harvest")["hits"];
  EXPECT_EQ(hits[0]["name"], "Store");
  EXPECT_EQ(hits[0]["chunk_type"], "class");
  EXPECT_EQ(hits[0]["summary"], "Keeps the harvest.");
  EXPECT_EQ(hits[0]["written_by"], "small");
}

TEST_F(Summaries, AModelThatDeclinesHasWrittenNothing) {
  declines_ = true;
  const json report = summarize();
  EXPECT_EQ(report["written"], 0) << report;
  EXPECT_EQ(report["failed"], 3) << report;
  EXPECT_THAT(report["warnings"].dump(), HasSubstr("declined"));
}

TEST_F(Summaries, NeedAModelThatIsSwitchedOn) {
  world_.set("LLM_ENABLED", "false");
  const Outcome outcome = world_.run({"summarize"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.error_output, HasSubstr("LLM_ENABLED=true"));
  EXPECT_EQ(asked().size(), 0);
}

}  // namespace
}  // namespace grove::e2e
