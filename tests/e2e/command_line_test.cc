#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "corpus/unfinished_mark.h"
#include "corpus/writer_lock.h"
#include "tests/e2e/program.h"

// The program as people and scripts run it: exit codes, stdout, stderr.
namespace grove::e2e {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class CommandLine : public ::testing::Test {
 protected:
  void index_shop() {
    world_.write("shop/auth/service.py", kService);
    world_.write("shop/README.md", "# Shop\n\nSells things.\n\n## Refunds\n\nMoney goes back within a week.\n");
    const Outcome outcome = world_.run({"--json", "index", "shop"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.output << outcome.error_output;
  }
  json error_of(const Outcome& outcome) {
    json value = outcome.json();
    EXPECT_TRUE(value.contains("error")) << outcome.output;
    return value.value("error", json::object());
  }
  World world_;
};

TEST_F(CommandLine, IndexReportsWhatTheContractSays) {
  world_.write("shop/a.py", "def f():\n    return 1\n");
  world_.write("shop/logo.png", std::string("\x89PNG\r\n\x1a\n\0\0\0", 11));
  const Outcome first = world_.run({"--json", "index", "shop"});
  ASSERT_EQ(first.exit_code, 0) << first.error_output;
  json report = first.json()["repositories"][0];
  for (const char* key : {"name", "root", "added", "modified", "deleted", "unchanged", "skipped", "files", "lines", "bytes", "units",
                          "symbols", "references", "edges", "embedded", "took_ms"}) {
    EXPECT_TRUE(report.contains(key)) << key;
  }
  EXPECT_EQ(report["name"], "shop");
  EXPECT_EQ(report["root"], world_.path("shop"));
  EXPECT_EQ(report["added"], 1);
  EXPECT_EQ(report["skipped"][0]["path"], "logo.png");
  EXPECT_EQ(report["embedded"], report["units"]);
  json second = world_.run({"--json", "index", "shop"}).json()["repositories"][0];
  EXPECT_EQ(second["added"], 0);
  EXPECT_EQ(second["unchanged"], 1);
}

TEST_F(CommandLine, WhatIsDoneAnewThoughNothingChangedIsTold) {
  world_.write("shop/a.py", "def f():\n    return g()\n\ndef g():\n    return 1\n");
  ASSERT_EQ(world_.run({"index", "shop"}).exit_code, 0);
  EXPECT_THAT(world_.run({"sync"}).output, HasSubstr("; nothing changed in "));
  EXPECT_THAT(world_.run({"sync", "--force"}).output, HasSubstr("; nothing changed, 1 parsed anew"));
  const std::string id = world_.run({"--json", "show", "shop"}).json()["id"];
  world_.remove("data/repos/" + id + "/graph");
  EXPECT_THAT(world_.run({"sync"}).output, HasSubstr("; nothing changed, 1 had their names resolved anew in "));
  EXPECT_EQ(world_.run({"--json", "sync"}).json()["repositories"][0]["resolved"], 0);
}

TEST_F(CommandLine, ADataDirectoryInsideAFolderIsNoPartOfIt) {
  world_.write("shop/a.py", "def f():\n    return 1\n");
  const std::string data = world_.path("shop/.grove");
  ASSERT_EQ(world_.run({"--data-dir", data, "--json", "index", "shop"}).exit_code, 0);
  const json second = world_.run({"--data-dir", data, "--json", "index", "shop"}).json()["repositories"][0];
  EXPECT_EQ(second["files"], 1);
  EXPECT_EQ(second["added"], 0);
}

TEST_F(CommandLine, AUrlWithASecretIsRefusedAndTheSecretNotShown) {
  for (const char* url :
       {"https://user:s3cret@example.invalid/x.git", "https://s3cret@example.invalid/x.git", "ssh://git:s3cret@example.invalid/x",
        "HTTPS://s3cret@example.invalid/x.git", "https://example.invalid/x?token=s3cret", "https://example.invalid/x#s3cret",
        "https://u:s3cret%40example.invalid/x"}) {
    const Outcome outcome = world_.run({"--json", "add", "x", url, "--no-index"});
    EXPECT_EQ(outcome.exit_code, 2) << outcome.output;
    EXPECT_THAT(outcome.output + outcome.error_output, Not(HasSubstr("s3cret"))) << url;
  }
  EXPECT_THAT(world_.run({"--json", "list"}).output, Not(HasSubstr("s3cret")));
}

TEST_F(CommandLine, AFolderIsNamedAfterItselfAndNumberedWhereThatIsTaken) {
  world_.write("a/shop/x.py", "x = 1\n");
  world_.write("b/shop/y.py", "y = 1\n");
  json report = world_.run({"--json", "index", "a/shop", "b/shop"}).json();
  EXPECT_EQ(report["repositories"][0]["name"], "shop");
  EXPECT_EQ(report["repositories"][1]["name"], "shop-2");
  EXPECT_EQ(world_.run({"--json", "index", "b/shop"}).json()["repositories"][0]["name"], "shop-2");
}

TEST_F(CommandLine, AFolderInsideARegisteredOneIsRefusedWithAHint) {
  index_shop();
  const Outcome outcome = world_.run({"--json", "index", "shop/auth"});
  EXPECT_EQ(outcome.exit_code, 1);
  json error = error_of(outcome);
  EXPECT_EQ(error["code"], "already_exists");
  EXPECT_FALSE(error["hint"].get<std::string>().empty());
}

TEST_F(CommandLine, ANameThatIsTakenOrMalformedIsRefused) {
  index_shop();
  world_.write("other/x.py", "x = 1\n");
  EXPECT_EQ(error_of(world_.run({"--json", "index", "other", "--name", "shop"}))["code"], "already_exists");
  EXPECT_EQ(world_.run({"index", "other", "--name", "a/b"}).exit_code, 2);
  EXPECT_EQ(world_.run({"index", "shop", "--name", "else"}).exit_code, 1);
  EXPECT_EQ(world_.run({"index", "shop", "other", "--name", "both"}).exit_code, 2);
}

TEST_F(CommandLine, AnEmptyFolderIsIndexedToo) {
  ASSERT_TRUE(std::filesystem::create_directories(world_.path("empty")));
  ASSERT_EQ(world_.run({"index", "empty"}).exit_code, 0);
  const Outcome searched = world_.run({"search", "anything"});
  EXPECT_EQ(searched.exit_code, 0);
  EXPECT_THAT(searched.error_output, ::testing::Not(HasSubstr("not indexed yet")));
  EXPECT_EQ(world_.run({"show", "empty", "--json"}).json()["state"], "ready");
}

TEST_F(CommandLine, OneFailureOfSeveralIsExitCode1AndTheOthersAreDone) {
  world_.write("good/x.py", "x = 1\n");
  const Outcome outcome = world_.run({"--json", "index", "missing", "good"});
  EXPECT_EQ(outcome.exit_code, 1);
  json repositories = outcome.json()["repositories"];
  EXPECT_EQ(repositories[0]["error"]["code"], "not_found");
  EXPECT_EQ(repositories[1]["added"], 1);
  EXPECT_EQ(world_.run({"index", "missing"}).exit_code, 3);
}

TEST_F(CommandLine, SearchAnswersWithUnitsOfTheContractsShape) {
  index_shop();
  const Outcome outcome = world_.run({"--json", "search", "verify_token", "session"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.error_output;
  json answer = outcome.json();
  EXPECT_EQ(answer["query"], "verify_token session");
  EXPECT_EQ(answer["mode"], "hybrid");
  EXPECT_EQ(answer["scope"]["repos"], json({"shop"}));
  EXPECT_EQ(answer["stale"], false);
  EXPECT_EQ(answer["vectors"]["ready"], 1.0);
  EXPECT_GT(answer["took_ms"].get<double>(), 0);
  EXPECT_FALSE(answer.contains("plan"));
  json hit = answer["results"][0];
  EXPECT_EQ(hit["rank"], 1);
  EXPECT_EQ(hit["repo"], "shop");
  EXPECT_EQ(hit["path"], "auth/service.py");
  EXPECT_EQ(hit["kind"], "method");
  EXPECT_EQ(hit["name"], "verify_token");
  EXPECT_EQ(hit["parent"], "AuthService");
  EXPECT_EQ(hit["start_line"], 7);
  EXPECT_EQ(hit["end_line"], 27);
  EXPECT_EQ(hit["language"], "python");
  EXPECT_EQ(hit["docstring"], "Checks the signature of a session token.");
  EXPECT_EQ(hit["signature"], "def verify_token(self, token: str) -> bool");
  EXPECT_THAT(hit["code"].get<std::string>(), HasSubstr("zip(expected, signature)"));
  EXPECT_EQ(hit["id"].get<std::string>(), "shop:auth/service.py#" + hit["qualified_name"].get<std::string>());
}

TEST_F(CommandLine, FiltersAndModesAndTheLimitAreKept) {
  index_shop();
  const auto results = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"--json", "search"});
    const Outcome outcome = world_.run(words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
    return outcome.json()["results"];
  };
  EXPECT_EQ(results({"token", "--limit", "1"}).size(), 1U);
  for (const json& hit : results({"shop", "--language", "markdown"})) EXPECT_EQ(hit["language"], "markdown");
  for (const json& hit : results({"token", "--kind", "method"})) EXPECT_EQ(hit["kind"], "method");
  for (const json& hit : results({"token", "--path", "auth/**"})) EXPECT_EQ(hit["path"], "auth/service.py");
  EXPECT_FALSE(results({"refunds", "--mode", "keyword"}).empty());
  EXPECT_FALSE(results({"give money back", "--mode", "semantic"}).empty());
  EXPECT_FALSE(world_.run({"--json", "search", "token", "--explain"}).json()["plan"].empty());
}

TEST_F(CommandLine, AQueryMayBeginWithAHyphenAfterTwoHyphens) {
  index_shop();
  EXPECT_EQ(world_.run({"--json", "search", "--", "-token", "--json"}).json()["query"], "-token --json");
}

TEST_F(CommandLine, OptionsMayStandBeforeAndAfterTheCommand) {
  index_shop();
  for (const auto& words : std::vector<std::vector<std::string>>{{"--json", "list"}, {"list", "--json"}}) {
    EXPECT_EQ(world_.run(words).json()["repositories"][0]["name"], "shop");
  }
  EXPECT_EQ(world_.run({"list", "--json", "--data-dir", world_.path("empty")}).json()["repositories"], json::array());
}

TEST_F(CommandLine, WrongUsageIsExitCode2AndNamesWhatIsNear) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"serach", "x"}, "did you mean `search`?"},
      {{"models", "statsu"}, "did you mean `status`?"},
      {{"models"}, "needs one of: status, pull, unload"},
      {{"search", "x", "--limt", "3"}, "did you mean `--limit`?"},
      {{"search", "x", "--limit", "many"}, "--limit takes a whole number from 1 to 1000, not `many`"},
      {{"search", "x", "--limit", "0"}, "--limit takes a whole number"},
      {{"search", "x", "--mode", "fast"}, "--mode takes one of hybrid, keyword, semantic, not `fast`"},
      {{"search", "x", "--kind", "methd"}, "did you mean `method`?"},
      {{"search", "x", "--language", "pyhton"}, "did you mean `python`?"},
      {{"search", "x", "--limit"}, "--limit"},
      {{"search"}, "`grove search` needs QUERY"},
      {{"search", " "}, "the query is empty"},
      {{"search", "!!! ((("}, "holds no word"},
      {{"search", "x", "--path", "["}, "the path pattern `[` is malformed at byte 1"},
      {{"list", "--data-dir", ""}, "--data-dir takes a value"},
      {{"index", ".", "--name", ""}, "--name takes a value"},
      {{"show"}, "`grove show` needs NAME"},
      {{"list", "extra"}, "`grove list` has no use for `extra`"},
      {{"serve", "--port", "70000"}, "is not between 0 and 65535"},
      {{"completions", "tcsh"}, "Known shells"},
      {{"help", "serach"}, "did you mean `search`?"},
  };
  for (const auto& [words, message] : cases) {
    const Outcome outcome = world_.run(words);
    EXPECT_EQ(outcome.exit_code, 2) << words[0];
    EXPECT_THAT(outcome.output, IsEmpty());
    EXPECT_THAT(outcome.error_output, HasSubstr(message));
  }
  EXPECT_EQ(world_.run({}).exit_code, 2);
}

TEST_F(CommandLine, WithJsonAnErrorIsOnStdoutToo) {
  const Outcome outcome = world_.run({"--json", "serach"});
  EXPECT_EQ(outcome.exit_code, 2);
  json error = error_of(outcome);
  EXPECT_EQ(error["code"], "invalid_argument");
  EXPECT_EQ(error["message"], "there is no command `grove serach`");
  EXPECT_EQ(error["hint"], "did you mean `search`?");
}

TEST_F(CommandLine, WhatIsNotThereIsExitCode3AndNamesWhatIsNear) {
  index_shop();
  for (const auto& words : std::vector<std::vector<std::string>>{{"show", "shp"},
                                                                 {"remove", "shp"},
                                                                 {"sync", "shp"},
                                                                 {"search", "x", "--repo", "shp"},
                                                                 {"coverage", "shp"},
                                                                 {"coverage", "shop", "--repo", "shp"},
                                                                 {"show", "--repo", "shp"},
                                                                 {"sync", "--repo", "shp"},
                                                                 {"remove", "--repo", "shp"},
                                                                 {"outline", "shp:a.py"},
                                                                 {"outline", "x.py", "--repo", "shp"}}) {
    std::vector<std::string> with_json = {"--json"};
    with_json.insert(with_json.end(), words.begin(), words.end());
    const Outcome outcome = world_.run(with_json);
    EXPECT_EQ(outcome.exit_code, 3) << words[0];
    EXPECT_EQ(error_of(outcome)["code"], "not_found");
    if (words[0] != "outline") {
      EXPECT_THAT(outcome.output, HasSubstr("shop")) << words[0];
    }
  }
}

TEST_F(CommandLine, ARepositoryMayBeNamedByAnOptionEverywhere) {
  index_shop();
  EXPECT_EQ(world_.run({"--json", "show", "--repo", "shop"}).json()["name"], "shop");
  EXPECT_EQ(world_.run({"--json", "sync", "--repo", "shop"}).json()["repositories"][0]["name"], "shop");
  EXPECT_EQ(world_.run({"--json", "coverage", "--repo", "shop"}).json()["repositories"].size(), 1U);
  EXPECT_EQ(world_.run({"show"}).exit_code, 2);
  EXPECT_EQ(world_.run({"remove", "shop", "--repo", "shop"}).exit_code, 2);
  EXPECT_EQ(world_.run({"search", "x", "--group", "core"}).exit_code, 3);
  EXPECT_EQ(world_.run({"search", "x", "--repo", "shop", "--expand", "both", "--expand-depth", "2"}).exit_code, 0);
  EXPECT_EQ(world_.run({"--json", "remove", "--repo", "shop"}).json()["removed"], "shop");
}

TEST_F(CommandLine, MatchedTermsAreWordsOfTheHit) {
  index_shop();
  const json hit = world_.run({"--json", "search", "checking", "tokens", "--mode", "keyword"}).json()["results"][0];
  EXPECT_EQ(hit["name"], "verify_token");
  EXPECT_EQ(hit["matched_terms"], json({"Checks", "token"}));
}

TEST_F(CommandLine, AHeldLockIsExitCode4AndNamesItsHolder) {
  index_shop();
  const std::string id = world_.run({"--json", "show", "shop"}).json()["id"];
  const auto lock = corpus::WriterLock::acquire(world_.data() + "/repos/" + id, "testing");
  ASSERT_TRUE(lock.has_value()) << lock.error().message;
  for (const char* command : {"sync", "remove"}) {
    const Outcome outcome = world_.run({"--json", command, "shop"});
    EXPECT_EQ(outcome.exit_code, 4) << outcome.output;
    EXPECT_EQ(error_of(outcome)["code"], "locked");
    EXPECT_THAT(error_of(outcome)["message"].get<std::string>(), HasSubstr(std::to_string(::getpid())));
  }
  EXPECT_EQ(world_.run({"search", "token"}).exit_code, 0) << "a reader doesn't wait for a writer";
}

TEST_F(CommandLine, AnInterruptIsExitCode130AndTheNextRunGoesOn) {
  constexpr int kFiles = 3000;
  for (int i = 0; i < kFiles; ++i) {
    std::string text;
    for (int f = 0; f < 20; ++f) {
      text += "int function_" + std::to_string(i) + "_" + std::to_string(f) + "(int a) {\n  return a * " + std::to_string(f) + ";\n}\n\n";
    }
    world_.write("big/d" + std::to_string(i % 50) + "/f" + std::to_string(i) + ".c", text);
  }
  auto running = world_.start({"index", "big"});
  const auto locked = [&] {
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(world_.data() + "/repos", error)) {
      if (std::filesystem::exists(entry.path() / "writer.lock")) return true;
    }
    return false;
  };
  for (int i = 0; i < 5000 && !locked(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  running.signal(SIGINT);
  const Outcome outcome = running.wait();
  EXPECT_EQ(outcome.exit_code, 130) << outcome.error_output;
  EXPECT_THAT(outcome.error_output, HasSubstr("interrupted"));
  const Outcome again = world_.run({"--json", "index", "big"});
  ASSERT_EQ(again.exit_code, 0) << again.error_output;
  EXPECT_EQ(again.json()["repositories"][0]["files"], kFiles);
}

TEST_F(CommandLine, QuietSaysNothingAndStdoutHoldsResultsOnly) {
  world_.write("shop/a.py", "def f():\n    return 1\n");
  const Outcome indexed = world_.run({"--quiet", "--json", "index", "shop"});
  EXPECT_THAT(indexed.error_output, IsEmpty());
  indexed.json();
  const Outcome nothing = world_.run({"--quiet", "search", "zzzzzzzz", "--mode", "keyword"});
  EXPECT_EQ(nothing.exit_code, 0);
  EXPECT_THAT(nothing.output + nothing.error_output, IsEmpty());
}

TEST_F(CommandLine, NoColourGoesIntoAPipe) {
  index_shop();
  const Outcome outcome = world_.run({"search", "verify_token"});
  EXPECT_THAT(outcome.output, HasSubstr("auth/service.py:7-27  method auth.service.AuthService.verify_token"));
  EXPECT_THAT(outcome.output, Not(HasSubstr("\x1b")));
}

TEST_F(CommandLine, AReaderThatGoesAwayIsNoFailure) {
  index_shop();
  const Outcome outcome =
      world_.run_program({"bash", "-c", std::string("set -o pipefail; ") + GROVE_PROGRAM + " manual | true; echo ${PIPESTATUS[0]}"});
  EXPECT_EQ(outcome.output, "0\n") << outcome.error_output;
}

TEST_F(CommandLine, AFullDiskBehindStdoutIsAFailure) {
  const Outcome outcome = world_.run_program({"bash", "-c", std::string(GROVE_PROGRAM) + " manual > /dev/full"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.error_output, HasSubstr("cannot write the results"));
}

TEST_F(CommandLine, AnUnknownSettingIsExitCode2) {
  world_.set("GROVE_PROT", "1");
  const Outcome outcome = world_.run({"list"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.error_output, HasSubstr("`GROVE_PORT`"));
  EXPECT_EQ(world_.run({"--help"}).exit_code, 0);
}

TEST_F(CommandLine, AnEnvFileOfTheFolderOneStandsInIsNotRead) {
  world_.write(".env", "GROVE_NONSENSE=1\n");
  EXPECT_EQ(world_.run({"list"}).exit_code, 0);
  EXPECT_EQ(world_.run({"list", "--env-file", ".env"}).exit_code, 2);
  world_.write("data/.env", "GROVE_NONSENSE=1\n");
  EXPECT_EQ(world_.run({"list"}).exit_code, 2);
}

TEST_F(CommandLine, OutlineNestsWhatAFileDefines) {
  index_shop();
  for (const std::string file : {"shop:auth/service.py", "auth/service.py", "shop/auth/service.py"}) {
    json outline = world_.run({"--json", "outline", file}).json();
    EXPECT_EQ(outline["repo"], "shop") << file;
    EXPECT_EQ(outline["path"], "auth/service.py");
    EXPECT_EQ(outline["language"], "python");
    EXPECT_EQ(outline["units"][0]["name"], "AuthService");
    EXPECT_EQ(outline["units"][0]["children"][0]["name"], "verify_token");
    EXPECT_EQ(outline["units"][0]["children"][0]["start_line"], 7);
    EXPECT_EQ(outline["units"][1]["name"], "hash_password");
    EXPECT_FALSE(outline["units"][1].contains("children"));
  }
}

TEST_F(CommandLine, CoverageListsWhatWasLeftOutAndWhy) {
  index_shop();
  world_.write("shop/logo.png", std::string("\x89PNG\r\n\x1a\n\0\0\0", 11));
  EXPECT_THAT(world_.run({"sync"}).output, HasSubstr("  1 file not indexed\n    logo.png: binary: PNG image\n"));
  EXPECT_THAT(world_.run({"coverage"}).output, HasSubstr("  logo.png  binary: PNG image\n"));
  json coverage = world_.run({"--json", "coverage", "shop"}).json()["repositories"][0];
  EXPECT_EQ(coverage["files"], 3);
  EXPECT_EQ(coverage["indexed"], 2);
  EXPECT_EQ(coverage["by_language"]["python"], 1);
  EXPECT_EQ(coverage["omitted"][0]["path"], "logo.png");
  EXPECT_EQ(coverage["omitted"][0]["state"], "binary");
}

TEST_F(CommandLine, AListSaysWhyARepositoryIsBroken) {
  index_shop();
  EXPECT_THAT(world_.run({"list"}).output, Not(HasSubstr("shop: ")));
  const std::string id = world_.run({"--json", "show", "shop"}).json()["id"];
  for (const auto& entry : std::filesystem::directory_iterator(world_.data() + "/repos/" + id + "/index"))
    std::filesystem::resize_file(entry.path(), 10);
  const Outcome list = world_.run({"list"});
  EXPECT_THAT(list.output, HasSubstr("broken"));
  EXPECT_THAT(list.output, HasSubstr("\nshop: "));
  EXPECT_THAT(list.output, ::testing::ContainsRegex("shop +broken +unknown +unknown"));
  EXPECT_THAT(world_.run({"stats"}).output, HasSubstr("\nshop: broken: "));
  EXPECT_EQ(world_.run({"--json", "stats"}).json()["by_repository"][0]["state"], "broken");
}

TEST_F(CommandLine, ARepositoryThatIsBeingIndexedAnewIsSaidToBe) {
  index_shop();
  const std::string folder = world_.data() + "/repos/" + std::string(world_.run({"--json", "show", "shop"}).json()["id"]);
  // As a rebuild has it until it has something to publish.
  std::filesystem::remove_all(folder + "/index");
  std::filesystem::remove_all(folder + "/graph");
  ASSERT_TRUE(corpus::UnfinishedMark::raise(folder));
  {
    const auto lock = corpus::WriterLock::acquire(folder, "indexing shop");
    ASSERT_TRUE(lock);
    const Outcome search = world_.run({"search", "verify token"});
    EXPECT_EQ(search.exit_code, 1);
    EXPECT_THAT(search.error_output, HasSubstr("nothing was searched: process " + std::to_string(getpid()) + " is indexing shop since"));
    EXPECT_THAT(search.error_output, AllOf(Not(HasSubstr("grove sync")), Not(HasSubstr("nothing to search"))));
    EXPECT_THAT(world_.run({"definition", "verify_token"}).error_output,
                AllOf(HasSubstr("is indexing shop"), Not(HasSubstr("grove sync"))));
  }
  const Outcome search = world_.run({"search", "verify token"});
  EXPECT_EQ(search.exit_code, 1);
  EXPECT_THAT(search.error_output, AllOf(HasSubstr("the indexing of shop was interrupted"), HasSubstr("`grove sync shop`")));
  ASSERT_TRUE(corpus::UnfinishedMark::lower(folder));
  const Outcome gone = world_.run({"search", "verify token"});
  EXPECT_EQ(gone.exit_code, 1) << "a corpus without an index was indexed once";
  EXPECT_THAT(gone.error_output, AllOf(HasSubstr("the index of shop is gone"), HasSubstr("`grove sync shop`")));
}

TEST_F(CommandLine, StatsCountWhatIsThere) {
  index_shop();
  json stats = world_.run({"--json", "stats"}).json();
  EXPECT_EQ(stats["repositories"], 1);
  EXPECT_EQ(stats["files"], 2);
  EXPECT_EQ(stats["units"], stats["total_docs"]);
  EXPECT_EQ(stats["units"], stats["vectors"]);
  EXPECT_EQ(stats["by_chunk_type"]["method"], 2);
  EXPECT_EQ(stats["modules"], json({"shop"}));
  EXPECT_GT(stats["bytes_on_disk"].get<int>(), 0);
  std::uint64_t of_kinds = 0;
  for (const auto& [kind, count] : stats["by_chunk_type"].items()) of_kinds += count.get<std::uint64_t>();
  EXPECT_EQ(stats["units"], of_kinds);
  EXPECT_EQ(stats["product"], "grove");
  EXPECT_EQ(stats["raw_collection"], "grove-raw");
  EXPECT_EQ(stats["serving_collection"], "grove-rag");
  world_.set("RAG_PRODUCT", "store");
  EXPECT_EQ(world_.run({"--json", "stats"}).json()["serving_collection"], "store-rag");
  world_.set("RAG_COLLECTION", "elsewhere");
  EXPECT_EQ(world_.run({"--json", "stats"}).json()["serving_collection"], "elsewhere");
  EXPECT_THAT(world_.run({"stats"}).output, HasSubstr("product store: store-raw (units), elsewhere (with vectors)\n"));
}

TEST_F(CommandLine, DoctorFindsADamagedIndexAndAMissingFolder) {
  index_shop();
  EXPECT_EQ(world_.run({"doctor"}).exit_code, 0);
  const std::string id = world_.run({"--json", "show", "shop"}).json()["id"];
  for (const auto& entry : std::filesystem::directory_iterator(world_.data() + "/repos/" + id + "/index")) {
    if (std::filesystem::file_size(entry) < 200) continue;
    std::fstream file(entry.path(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(150);
    file << "damage";
  }
  EXPECT_EQ(world_.run({"doctor"}).exit_code, 1);
  EXPECT_EQ(world_.run({"sync", "--force"}).exit_code, 0);
  EXPECT_EQ(world_.run({"doctor"}).exit_code, 0);
  world_.remove("shop");
  const Outcome outcome = world_.run({"--json", "doctor"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.json()["healthy"], false);
}

TEST_F(CommandLine, DoctorWarnsWhereGitIsMissing) {
  const auto git = [&] {
    const nlohmann::json checks = world_.run({"--json", "doctor"}).json()["checks"];
    return *std::ranges::find_if(checks, [](const nlohmann::json& check) { return check["name"] == "git"; });
  };
  EXPECT_EQ(git()["outcome"], "ok");
  world_.set("PATH", world_.path("nowhere"));
  EXPECT_EQ(git()["outcome"], "warning");
  EXPECT_EQ(git()["hint"], "install git");
}

TEST_F(CommandLine, AGitRemoteIsClonedSyncedAndRemoved) {
  const auto git = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"git", "-C", world_.path("upstream"), "-c", "user.name=Ada", "-c", "user.email=ada@example.org"});
    const Outcome outcome = world_.run_program(words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error_output;
  };
  world_.write("upstream/src/a.py", "def first_thing():\n    return 1\n");
  git({"init", "-q", "-b", "main"});
  git({"add", "."});
  git({"commit", "-q", "-m", "one"});
  const Outcome added = world_.run({"--json", "add", "up", "file://" + world_.path("upstream"), "--branch", "main", "--subpath", "src"});
  ASSERT_EQ(added.exit_code, 0) << added.output << added.error_output;
  json first = world_.run({"--json", "show", "up"}).json();
  EXPECT_EQ(first["commit"].get<std::string>().size(), 40U);
  EXPECT_EQ(first["branch"], "main");
  EXPECT_EQ(world_.run({"--json", "search", "first_thing"}).json()["results"][0]["path"], "a.py");

  world_.write("upstream/src/b.py", "def second_thing():\n    return 2\n");
  git({"add", "."});
  git({"commit", "-q", "-m", "two"});
  json synced = world_.run({"--json", "sync", "up"}).json()["repositories"][0];
  EXPECT_EQ(synced["added"], 1);
  EXPECT_NE(world_.run({"--json", "show", "up"}).json()["commit"], first["commit"]);

  EXPECT_EQ(world_.run({"--json", "remove", "up"}).json()["removed"], "up");
  EXPECT_FALSE(std::filesystem::exists(world_.data() + "/repos/" + first["id"].get<std::string>()));
  EXPECT_TRUE(std::filesystem::exists(world_.path("upstream/src/b.py")));
}

TEST_F(CommandLine, ARemoteThatCannotBeClonedLeavesNothingBehind) {
  const Outcome outcome = world_.run({"--json", "add", "gone", "file://" + world_.path("nowhere")});
  EXPECT_NE(outcome.exit_code, 0);
  EXPECT_EQ(world_.run({"--json", "list"}).json()["repositories"], json::array());
  const Outcome secret = world_.run({"--json", "add", "x", "https://ada:swordfish@example.org/x.git"});
  EXPECT_EQ(secret.exit_code, 2);
  EXPECT_THAT(secret.output + secret.error_output, Not(HasSubstr("swordfish")));
}

TEST_F(CommandLine, RemovingAFolderLeavesItAlone) {
  index_shop();
  EXPECT_EQ(world_.run({"remove", "shop"}).output, "removed shop\n");
  EXPECT_TRUE(std::filesystem::exists(world_.path("shop/auth/service.py")));
  EXPECT_EQ(world_.run({"--json", "search", "token"}).json()["results"], json::array());
}

TEST_F(CommandLine, CodeIsReadFromDiskAndFoundAgainWhereItMoved) {
  index_shop();
  world_.write("shop/auth/service.py", "# a new first line\n# and a second\n" + std::string(kService));
  json answer = world_.run({"--json", "search", "verify_token"}).json();
  EXPECT_EQ(answer["stale"], true);
  EXPECT_EQ(answer["results"][0]["start_line"], 9);
  EXPECT_FALSE(answer["results"][0].contains("stale"));
  EXPECT_THAT(answer["results"][0]["code"].get<std::string>(), HasSubstr("def verify_token"));

  world_.write("shop/auth/service.py", "print('rewritten')\n");
  json gone = world_.run({"--json", "search", "verify_token"}).json();
  EXPECT_EQ(gone["results"][0]["stale"], true);
  EXPECT_FALSE(gone["results"][0].contains("code"));
  world_.remove("shop/auth/service.py");
  EXPECT_EQ(world_.run({"--json", "search", "verify_token"}).json()["results"][0]["stale"], true);
}

TEST_F(CommandLine, SemanticSearchWithoutVectorsSaysWhatToDo) {
  world_.write("shop/auth/service.py", kService);
  ASSERT_EQ(world_.run({"index", "shop", "--no-vectors"}).exit_code, 0);
  EXPECT_FALSE(world_.run({"--json", "search", "token"}).json()["results"].empty());
  const Outcome outcome = world_.run({"--json", "search", "token", "--mode", "semantic"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(error_of(outcome)["code"], "unavailable");
}

TEST_F(CommandLine, CompletionsAreShellsOwnLanguage) {
  const Outcome checked =
      world_.run_program({"bash", "-c",
                          std::string("source <(") + GROVE_PROGRAM +
                              " completions bash) && COMP_WORDS=(grove search x --mo) COMP_CWORD=3 && _grove && echo ${COMPREPLY[@]} && "
                              "COMP_WORDS=(grove mod) COMP_CWORD=1 && _grove && echo ${COMPREPLY[@]} && "
                              "COMP_WORDS=(grove search --mode sem) COMP_CWORD=3 && _grove && echo ${COMPREPLY[@]}"});
  EXPECT_EQ(checked.output, "--mode\nmodels\nsemantic\n") << checked.error_output;
  EXPECT_THAT(world_.run({"completions", "zsh"}).output, HasSubstr("#compdef grove"));
  EXPECT_THAT(world_.run({"completions", "fish"}).output, HasSubstr("complete -c grove"));
}

TEST_F(CommandLine, RepositoriesAreCompletedByName) {
  index_shop();
  const std::string folder = std::filesystem::path(GROVE_PROGRAM).parent_path().string();
  const Outcome checked = world_.run_program(
      {"bash", "-c",
       "PATH=" + folder +
           ":$PATH; source <(grove completions bash) && COMP_WORDS=(grove show sh) COMP_CWORD=2 && _grove && echo ${COMPREPLY[@]}"});
  EXPECT_EQ(checked.output, "shop\n") << checked.error_output;
}

}  // namespace
}  // namespace grove::e2e
