#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "tests/e2e/program.h"

// The program where the system gives less than it needs, or something else than it expects.
namespace grove::e2e {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Surroundings : public ::testing::Test {
 protected:
  void SetUp() override {
    world_.write("shop/auth/service.py", kService);
    world_.write("shop/README.md", "# Shop\n\nSells things.\n\n## Refunds\n\nMoney goes back within a week.\n");
    const Outcome outcome = world_.run({"index", "shop"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error_output;
  }
  /// By a shell whose script runs `"$0" "$@"`.
  Outcome run_by_shell(const std::string& script, const std::vector<std::string>& arguments) const {
    std::vector<std::string> words = {"sh", "-c", script, World::program()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return world_.run_program(words);
  }
  std::string refunds() const { return world_.run({"--json", "search", "refunds"}).json()["results"].dump(); }
  World world_;
};

TEST_F(Surroundings, AFolderOfSomebodysUsedForDataIsNotHiddenFromGit) {
  world_.write("home/notes.txt", "mine\n");
  ASSERT_EQ(world_.run({"--data-dir", world_.path("home"), "index", "shop"}).exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(world_.path("home/.gitignore")));
  ASSERT_EQ(world_.run({"--data-dir", world_.path("new/data"), "index", "shop"}).exit_code, 0);
  EXPECT_TRUE(std::filesystem::exists(world_.path("new/data/.gitignore")));
  EXPECT_EQ(std::filesystem::status(world_.path("new/data")).permissions(), std::filesystem::perms::owner_all);
}

TEST_F(Surroundings, CommandsThatOnlyReadCreateNothing) {
  for (const std::vector<std::string>& command : {std::vector<std::string>{"list"},
                                                  {"search", "x"},
                                                  {"stats"},
                                                  {"coverage"},
                                                  {"doctor"},
                                                  {"models", "status"},
                                                  {"definition", "x"}}) {
    std::vector<std::string> words = {"--data-dir", world_.path("none/data")};
    words.insert(words.end(), command.begin(), command.end());
    world_.run(words);
    EXPECT_FALSE(std::filesystem::exists(world_.path("none"))) << command.front();
  }
}

TEST_F(Surroundings, TheProgramIsCheckedBySanitizersAsItsTestIs) {
  for (const char* name : {"ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS"}) {
    const char* value = std::getenv(name);
    const std::string before = value == nullptr ? "" : value;
    ::setenv(name, (before + ":print_summary=1").c_str(), 1);
    EXPECT_THAT(world_.run_program({"env"}).output, HasSubstr(name + ("=" + before) + ":print_summary=1\n"));
    value == nullptr ? ::unsetenv(name) : ::setenv(name, before.c_str(), 1);
  }
}

TEST_F(Surroundings, TooFewDescriptorsFailARunAndForgetNothing) {
  const std::string before = refunds();
  for (int most = 4; most <= 24; most += 2) {
    const std::string limit = "ulimit -n " + std::to_string(most) + "; exec \"$0\" \"$@\"";
    const auto limited = [&](std::vector<std::string> arguments) { return run_by_shell(limit, std::move(arguments)); };
    const Outcome indexed = limited({"--json", "index", "shop", "--force"});
    if (indexed.exit_code == 0) {
      EXPECT_EQ(indexed.json()["repositories"][0]["files"], 2) << most;
    }
    const Outcome found = limited({"--json", "search", "refunds"});
    if (found.exit_code == 0) {
      EXPECT_EQ(found.json()["results"].dump(), before) << most;
    }
  }
  EXPECT_EQ(refunds(), before);
}

TEST_F(Surroundings, ClosedStandardDescriptorsAreNotTakenForFiles) {
  const std::string before = refunds();
  for (const std::string closed : {">&-", "2>&-", "<&- >&- 2>&-"}) {
    const std::string script = "\"$0\" \"$@\" " + closed;
    run_by_shell(script, {"index", "shop", "--force"});
    const Outcome printed = run_by_shell(script, {"search", "refunds"});
    EXPECT_EQ(printed.exit_code, closed == "2>&-" ? 0 : 1) << closed;
    EXPECT_EQ(world_.run({"doctor"}).exit_code, 0) << closed;
  }
  EXPECT_EQ(refunds(), before);
}

TEST_F(Surroundings, AWritePastTheLimitOnFileSizesIsAFailureThatSaysSo) {
  world_.write("other/a.py", kService);
  const Outcome outcome = run_by_shell("ulimit -f 1; exec \"$0\" \"$@\"", {"index", "other"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.error_output, HasSubstr("grove: "));
}

TEST(Standing, AnswersFromElsewhereSayThatWhatOneStandsInIsNotIndexed) {
  World world;
  world.write("shop/pay.py", "def pay():\n    return 1\n");
  world.write("other/src/play.py", "def play():\n    return 1\n");
  ASSERT_EQ(world.run_program({"git", "init", "-q", world.path("other")}).exit_code, 0);
  ASSERT_EQ(world.run({"index", "shop"}).exit_code, 0);
  const auto asked_in = [&](const std::string& folder, const std::string& command) {
    return world.run_program({"sh", "-c", "cd " + world.path(folder) + " && " + World::program() + " " + command}).error_output;
  };
  for (const char* command : {"search pay", "definition pay", "callers pay"}) {
    EXPECT_THAT(asked_in("other/src", command), HasSubstr("other is not indexed, so this is from other repositories")) << command;
    EXPECT_THAT(asked_in("shop", command), Not(HasSubstr("is not indexed"))) << command;
  }
  EXPECT_THAT(asked_in("other/src", "search pay --repo shop"), Not(HasSubstr("is not indexed")));
  ASSERT_EQ(world.run({"index", "other"}).exit_code, 0);
  EXPECT_THAT(asked_in("other/src", "search pay"), Not(HasSubstr("is not indexed")));
}

}  // namespace
}  // namespace grove::e2e
