#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/e2e/program.h"

// `grove ingest` as people and schedulers run it, from repositories that real Git serves.
namespace grove::e2e {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr const char* kToken = "gho_5ecret0fTheTest";

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class Ingest : public ::testing::Test {
 protected:
  void git(const std::string& folder, std::vector<std::string> words) {
    const std::vector<std::string> head = {"git", "-C", world_.path(folder), "-c", "user.name=Ada", "-c", "user.email=ada@example.org"};
    words.insert(words.begin(), head.begin(), head.end());
    const Outcome outcome = world_.run_program(words);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error_output;
  }
  void commit(const std::string& folder) {
    git(folder, {"add", "--all"});
    git(folder, {"commit", "--quiet", "--message", "more"});
  }
  /// A repository of one file, on branch main.
  void make_repository(const std::string& folder) {
    world_.write(folder + "/a.py", "def first():\n    return 1\n");
    git(folder, {"init", "--quiet", "--initial-branch=main"});
    commit(folder);
  }
  std::string head_of(const std::string& folder) {
    const std::string output = world_.run_program({"git", "-C", world_.path(folder), "rev-parse", "HEAD"}).output;
    return output.substr(0, output.find('\n'));
  }
  json ingested(const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = {"--json", "ingest"};
    words.insert(words.end(), more.begin(), more.end());
    return world_.run(words).json();
  }
  json shas() { return json::parse(text_of(world_.path(".ingest-cache/commit_shas.json")), nullptr, false); }

  World world_;
};

TEST_F(Ingest, TakesWhatReposYmlNamesAndNotesTheCommits) {
  make_repository("src/shop");
  world_.write("src/mono/orders/b.py", "def b():\n    return 2\n");
  make_repository("src/mono");
  world_.write("repos.yml", "repos:\n  - url: file://" + world_.path("src/shop") +
                                "\n    branch: main\n    name: store\n  - url: src/mono\n    name: orders\n    subpath: orders\n");
  const Outcome outcome = world_.run({"ingest"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.error_output;
  EXPECT_THAT(outcome.output, HasSubstr("Ingest complete: {'repos': 2, 'files': 2, 'docs': 2, 'embedded': 2}\n"));
  EXPECT_THAT(outcome.error_output, AllOf(HasSubstr("=== Ingesting store ===\nFetching file://"), HasSubstr("(branch=main)\n"),
                                          HasSubstr("=== Ingesting orders ===\n")));
  EXPECT_EQ(shas(), json({{"store", head_of("src/shop")}, {"orders", head_of("src/mono")}}));
  const json found = world_.run({"--json", "outline", "orders:b.py"}).json();
  EXPECT_EQ(found["units"][0]["name"], "b") << found;
}

TEST_F(Ingest, IndexesOnlyWhatACommitChanged) {
  make_repository("src/shop");
  world_.write("repos.yml", "repos: [{url: src/shop, name: shop}]\n");
  EXPECT_EQ(ingested()["repositories"][0]["added"], 1);
  json again = ingested();
  EXPECT_EQ(again["repositories"][0]["added"], 0);
  EXPECT_EQ(again["repositories"][0]["unchanged"], 1);
  world_.write("src/shop/not_committed.py", "x = 1\n");
  EXPECT_EQ(ingested()["repositories"][0]["added"], 0);
  world_.write("src/shop/a.py", "def other():\n    return 1\n");
  world_.write("src/shop/b.py", "def second():\n    return 1\n");
  commit("src/shop");
  const json after = ingested();
  EXPECT_EQ(after["repositories"][0]["modified"], 1);
  EXPECT_EQ(after["repositories"][0]["added"], 2);
  EXPECT_EQ(after["repos"], 1);
  EXPECT_EQ(after["failed"], 0);
  EXPECT_EQ(after["files"], 3);
  EXPECT_EQ(after["docs"], after["embedded"]);
  EXPECT_EQ(shas()["shop"], head_of("src/shop"));
}

TEST_F(Ingest, BuildsAnewWithoutTheCacheFolderOrWhenAskedTo) {
  make_repository("src/shop");
  world_.write("repos.yml", "repos: [{url: src/shop, name: shop}]\n");
  const auto added = [&](const json& answer) { return answer["repositories"][0]["added"].get<int>(); };
  ASSERT_EQ(added(ingested()), 1);
  world_.remove(".ingest-cache");
  EXPECT_EQ(added(ingested()), 1);
  EXPECT_EQ(added(ingested()), 0);
  EXPECT_EQ(added(ingested({"--rebuild"})), 1);
  world_.set("REBUILD", "full");
  EXPECT_EQ(added(ingested()), 1);
  world_.set("REBUILD", "");
  world_.set("INGEST_CACHE_DIR", world_.path("elsewhere"));
  EXPECT_EQ(added(ingested()), 1);
  EXPECT_TRUE(fs::exists(world_.path("elsewhere/commit_shas.json")));
  world_.write("elsewhere/commit_shas.json", "{");
  const Outcome damaged = world_.run({"ingest"});
  EXPECT_EQ(damaged.exit_code, 0);
  EXPECT_THAT(damaged.error_output, HasSubstr("commit_shas.json: it is not what `grove ingest` writes"));
}

TEST_F(Ingest, OneBadRepositoryIsToldAndTheOthersGoOn) {
  make_repository("src/shop");
  world_.write("repos.yml",
               "repos:\n  - url: file:///nowhere/gone\n    name: gone\n  - url: src/shop\n    name: other\n    branch: nope\n"
               "  - name: nothing\n  - url: src/shop\n    name: shop\n");
  const Outcome outcome = world_.run({"ingest"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.error_output, AllOf(HasSubstr("gone: cannot add gone: cannot clone file:///nowhere/gone"),
                                          HasSubstr("other: cannot add other: cannot clone"), HasSubstr("remote ref nope"),
                                          HasSubstr("check the name of the branch"),
                                          HasSubstr("nothing: cannot read repos.yml, line 7: the repository has no `url`")));
  EXPECT_THAT(outcome.output, HasSubstr("Ingest incomplete: {'repos': 1, 'failed': 3, 'files': 1, 'docs': 1, 'embedded': 1}\n"));
  const json answer = ingested();
  EXPECT_EQ(answer["failed"], 3);
  EXPECT_EQ(answer["repositories"][0]["error"]["code"], "not_found");
  EXPECT_EQ(answer["repositories"][3]["unchanged"], 1);
  EXPECT_EQ(world_.run({"--json", "list"}).json()["repositories"].size(), 1U);
}

TEST_F(Ingest, AFolderThatVanishedIsARemoteThatIsGone) {
  make_repository("src/shop");
  world_.write("repos.yml", "repos:\n  - url: src/shop\n    name: shop\n");
  ASSERT_EQ(world_.run({"ingest"}).exit_code, 0);
  fs::remove_all(world_.path("src/shop"));
  const Outcome outcome = world_.run({"ingest"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.error_output, AllOf(HasSubstr("cannot update from file://"), HasSubstr("does not appear to be a git repository"),
                                          Not(HasSubstr("grove remove"))));
  EXPECT_EQ(world_.run({"--json", "search", "first"}).json()["results"].size(), 1U) << "what was fetched still answers";
}

TEST_F(Ingest, AFileThatIsNoYamlIsToldWithItsPlace) {
  world_.write("repos.yml", "repos:\n  - url: [a\n");
  const Outcome outcome = world_.run({"ingest"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.error_output, HasSubstr("cannot read repos.yml: line 3, column 1"));
  world_.set("REPOS_CONFIG", world_.path("none.yml"));
  EXPECT_EQ(world_.run({"ingest"}).exit_code, 3);
}

TEST_F(Ingest, TheCommandLineCanNameThemInsteadOfTheFile) {
  make_repository("src/shop");
  make_repository("src/pay");
  git("src/pay", {"checkout", "--quiet", "-b", "develop"});
  world_.write("src/pay/b.py", "def b():\n    return 2\n");
  commit("src/pay");
  git("src/shop", {"branch", "develop"});
  const std::string both = "file://" + world_.path("src/shop") + ",file://" + world_.path("src/pay");
  EXPECT_EQ(ingested({"--repos", both, "--branch", "main"})["files"], 2);
  EXPECT_EQ(ingested({"--repos", both})["files"], 2);
  EXPECT_EQ(ingested({"--repos", both, "--branch", "develop"})["files"], 3);
  EXPECT_EQ(ingested({"--repos", both, "--branch", "nope"})["failed"], 2);
  EXPECT_EQ(ingested({"--repos", both})["failed"], 0) << "a branch that isn't there does not stay";
  EXPECT_EQ(world_.run({"ingest", "--repos", ","}).exit_code, 2);
}

TEST_F(Ingest, WhatChangedInTheFileIsTakenOver) {
  make_repository("src/shop");
  git("src/shop", {"checkout", "--quiet", "-b", "next"});
  world_.write("src/shop/sub/b.py", "def b():\n    return 2\n");
  commit("src/shop");
  make_repository("src/moved");
  world_.write("src/moved/c.py", "def c():\n    return 2\n");
  commit("src/moved");
  world_.write("repos.yml", "repos: [{url: src/shop, name: shop, branch: main}]\n");
  EXPECT_EQ(ingested()["files"], 1);
  world_.write("repos.yml", "repos: [{url: src/shop, name: shop, branch: next, subpath: sub}]\n");
  json answer = ingested();
  EXPECT_EQ(answer["repositories"][0]["added"], 1) << answer;
  EXPECT_EQ(answer["repositories"][0]["deleted"], 1) << answer;
  world_.write("repos.yml", "repos: [{url: src/moved, name: shop}]\n");
  EXPECT_EQ(ingested()["files"], 2);
  EXPECT_EQ(world_.run({"--json", "list"}).json()["repositories"].size(), 1U);
}

TEST_F(Ingest, AnEntryNeverTakesWhatAnEarlierOneMeans) {
  make_repository("one/shop");
  make_repository("two/store");
  world_.write("repos.yml", "repos: [{url: one/shop}, {url: two/store, name: shop}]\n");
  for (int run = 0; run < 2; ++run) {
    const Outcome outcome = world_.run({"ingest"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.error_output, HasSubstr("shop: shop is what an earlier entry is called or means"));
    const json known = world_.run({"list", "--json"}).json()["repositories"];
    ASSERT_EQ(known.size(), 1U) << known;
    EXPECT_THAT(known[0].dump(), HasSubstr("one/shop"));
  }
}

TEST_F(Ingest, ANameThatAFolderHasIsRefused) {
  make_repository("src/shop");
  ASSERT_EQ(world_.run({"index", "src/shop"}).exit_code, 0);
  world_.write("repos.yml", "repos: [{url: src/shop, name: shop}]\n");
  const json answer = ingested();
  EXPECT_EQ(answer["repositories"][0]["error"]["code"], "already_exists");
  EXPECT_THAT(answer["repositories"][0]["error"]["hint"].get<std::string>(), HasSubstr("grove remove shop"));
}

TEST_F(Ingest, AFolderOutsideGitIsIndexedWhereItLies) {
  world_.write("src/plain/a.py", "def first():\n    return 1\n");
  world_.write("repos.yml", "repos: [{url: src/plain}]\n");
  EXPECT_EQ(ingested()["repositories"][0]["root"], world_.path("src/plain"));
  EXPECT_EQ(ingested()["repositories"][0]["unchanged"], 1);
  EXPECT_EQ(shas(), json({{"plain", ""}}));
}

TEST_F(Ingest, SkipPatternsAreLeftOut) {
  make_repository("src/shop");
  world_.write("src/shop/legacy/old.py", "def old():\n    return 1\n");
  world_.write("src/shop/b_test.py", "def b():\n    return 1\n");
  commit("src/shop");
  world_.write("repos.yml", "repos: [{url: src/shop, name: shop}]\n");
  world_.set("RAG_SKIP_PATTERNS", "legacy/,*_test.py");
  EXPECT_EQ(ingested()["files"], 1);
  world_.set("RAG_SKIP_PATTERNS", "");
  EXPECT_EQ(ingested()["files"], 3);
}

TEST_F(Ingest, WhatComesLaterIsToldWhereItIsChosen) {
  make_repository("src/shop");
  world_.write("repos.yml", "repos: [{url: src/shop, name: shop}]\n");
  EXPECT_THAT(world_.run({"ingest"}).error_output, Not(HasSubstr("not there yet")));
  world_.set("SOURCE_PROVIDER", "github");
  world_.set("DEPLOY_PROVIDER", "ssh");
  world_.set("ORCHESTRATOR", "local");
  world_.set("SSH_PASSWORD", "pa55word");
  world_.set("JENKINS_URL", "http://jenkins.example");
  world_.set("RAG_EMBED_DIM", "384");
  const Outcome outcome = world_.run({"ingest"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(
      outcome.error_output,
      AllOf(HasSubstr("SOURCE_PROVIDER in the environment: `github` is not there yet; repositories are fetched by git"),
            HasSubstr("DEPLOY_PROVIDER in the environment: `ssh` is not there yet; nothing is deployed"), Not(HasSubstr("ORCHESTRATOR")),
            Not(HasSubstr("pa55word")), HasSubstr("vectors of 256 dimensions, not of the 384 that are set")));
}

/// With Git's own server, which wants a token.
class PrivateIngest : public Ingest {
 protected:
  void SetUp() override {
    make_repository("served/shop");
    world_.set("SERVED_TOKEN", kToken);
    server_.emplace(world_.start_program({"python3", std::string(GROVE_SOURCE_DIR) + "/tests/e2e/git_server.py", world_.path("served")}));
    world_.set("SERVED_TOKEN", "");
    const std::string port = server_->read_line();
    if (port.empty()) GTEST_SKIP() << "the server for Git needs python3: " << server_->error_output();
    host_ = "127.0.0.1:" + port;
    world_.set("GROVE_GITHUB_HOSTS", "github.com," + host_);
  }
  std::string url(const std::string& path) const { return "http://" + host_ + "/" + path; }
  /// What the server told.
  std::vector<std::string> told() {
    server_->signal(SIGTERM);
    std::vector<std::string> lines;
    for (std::string line = server_->read_line(); !line.empty(); line = server_->read_line()) lines.push_back(line);
    return lines;
  }
  void expect_nowhere(std::string_view token) {
    for (const auto& entry : fs::recursive_directory_iterator(world_.root())) {
      if (!entry.is_regular_file()) continue;
      EXPECT_EQ(text_of(entry.path()).find(token), std::string::npos) << entry.path();
    }
  }
  std::optional<World::Running> server_;
  std::string host_;
};

TEST_F(PrivateIngest, ATokenOpensThemAndIsLeftNowhere) {
  world_.set("GITHUB_TOKEN", kToken);
  world_.write("repos.yml", "repos: [{url: '" + url("shop/.git") + "', branch: main, name: shop}]\n");
  for (int run = 0; run < 2; ++run) {
    const Outcome outcome = world_.run({"--verbose", "ingest"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error_output;
    EXPECT_THAT(outcome.output + outcome.error_output, Not(HasSubstr(kToken)));
  }
  EXPECT_EQ(shas()["shop"], head_of("served/shop"));
  expect_nowhere(kToken);
  const auto lines = told();
  EXPECT_THAT(lines, Contains("GET /shop/.git/info/refs?service=git-upload-pack with"));
  EXPECT_THAT(lines, Not(Contains(HasSubstr("seen"))));
}

TEST_F(PrivateIngest, AWrongTokenIsToldAndTheOthersGoOn) {
  make_repository("src/open");
  world_.set("GH_TOKEN", "gho_wrong");
  world_.write("repos.yml", "repos: [{url: '" + url("shop/.git") + "', name: shop}, {url: src/open}]\n");
  const Outcome outcome = world_.run({"ingest"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.error_output,
              AllOf(HasSubstr("shop: cannot add shop: cannot clone http://127.0.0.1"), HasSubstr("Authentication failed"),
                    HasSubstr("the token was refused"), Not(HasSubstr("gho_wrong"))));
  EXPECT_THAT(outcome.output, HasSubstr("'repos': 1, 'failed': 1"));
  expect_nowhere("gho_wrong");
  EXPECT_THAT(told(), Contains(HasSubstr("wrong-token")));
}

TEST_F(PrivateIngest, WithoutATokenItSaysThatOneIsNeeded) {
  const Outcome outcome = world_.run({"ingest", "--repos", url("shop/.git")});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.error_output, HasSubstr("a private repository needs a token (GITHUB_TOKEN)"));
}

TEST_F(PrivateIngest, ATokenGoesToNoOtherHost) {
  world_.set("GITHUB_TOKEN", kToken);
  world_.set("GROVE_GITHUB_HOSTS", "");
  EXPECT_EQ(world_.run({"ingest", "--repos", url("shop/.git")}).exit_code, 1);
  world_.set("GROVE_GITHUB_HOSTS", host_);
  EXPECT_EQ(world_.run({"ingest", "--repos", url("moved/early/x.git") + "," + url("moved/x.git")}).exit_code, 1);
  const auto lines = told();
  EXPECT_THAT(lines, Not(Contains(AllOf(HasSubstr("/shop/"), Not(HasSubstr("without"))))));
  EXPECT_THAT(lines, Contains(HasSubstr("/moved/x.git/info/refs?service=git-upload-pack with")));
  EXPECT_THAT(lines, Contains("redirected"));
  EXPECT_THAT(lines, Not(Contains("stolen")));
}

TEST_F(PrivateIngest, AUrlWithASecretIsRefusedAndTheSecretNotShown) {
  world_.write("repos.yml", "repos: [{url: 'http://x-access-token:" + std::string(kToken) + "@" + host_ + "/shop/.git'}]\n");
  const Outcome outcome = world_.run({"--verbose", "ingest"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output + outcome.error_output, Not(HasSubstr(kToken)));
  EXPECT_THAT(outcome.error_output, HasSubstr("would be stored and shown"));
}

TEST_F(PrivateIngest, AKilledRunIsGoneOnWith) {
  make_repository("src/open");
  world_.set("GITHUB_TOKEN", kToken);
  const auto write = [&](const std::string& second) {
    world_.write("repos.yml", "repos: [{url: src/open, name: open}, {url: '" + second + "', name: shop}]\n");
  };
  for (const int how : {SIGKILL, SIGINT}) {
    write(url("hang/x.git"));
    World::Running run = world_.start({"ingest"});
    for (int i = 0; i < 1000 && run.error_output().find("Ingesting shop") == std::string::npos; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    run.signal(how);
    const Outcome outcome = run.wait();
    EXPECT_TRUE(how == SIGKILL || outcome.exit_code == 130) << outcome.error_output;
    EXPECT_TRUE(shas().contains("open"));
    EXPECT_FALSE(shas().contains("shop"));
  }
  write(url("shop/.git"));
  const json answer = ingested();
  EXPECT_EQ(answer["failed"], 0) << answer;
  EXPECT_EQ(answer["repositories"][0]["unchanged"], 1);
  EXPECT_EQ(answer["repositories"][1]["added"], 1);
}

}  // namespace
}  // namespace grove::e2e
