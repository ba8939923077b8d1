#include "source/git.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <atomic>
#include <filesystem>
#include <thread>

#include "base/file.h"
#include "source/git_command.h"
#include "source/testing/folder.h"
#include "source/testing/stub_server.h"

namespace grove::source {
namespace {

namespace fs = std::filesystem;
using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::SourceFolder;
using testing::StubServer;

class GitTest : public ::testing::Test {
 protected:
  void SetUp() override {
    remote_.init();
    remote_.write("a.txt", "one\r\n");
    remote_.write("src/b.py", "print(1)\n");
    remote_.commit_all();
  }

  CloneRequest request(const std::string& branch = {}) const {
    return {.url = "file://" + remote_.path(), .branch = branch, .directory = local_ / "clone", .token = {}};
  }
  Status clone(const std::string& branch = {}) { return Git::clone(request(branch), progress_, CancelToken()); }
  Status update(const std::string& branch = {}) { return Git::update(request(branch), progress_, CancelToken()); }
  std::string text(const std::string& name) const { return read_file(local_ / ("clone/" + name)).value_or("(none)"); }
  std::string head_of_remote() const {
    const std::string output = remote_.git({"rev-parse", "HEAD"});
    return output.substr(0, output.find('\n'));
  }

  SourceFolder remote_;
  SourceFolder local_;
  NullProgress progress_;
};

TEST_F(GitTest, ACloneHoldsTheCommitByteForByte) {
  remote_.write(".gitattributes", "*.txt text eol=lf ident\n");
  remote_.commit_all();
  ASSERT_TRUE(clone());
  EXPECT_EQ(text("src/b.py"), "print(1)\n");
  EXPECT_EQ(text("a.txt"), remote_.git({"cat-file", "blob", "HEAD:a.txt"}));
  EXPECT_EQ(*Git::head_commit(local_ / "clone"), head_of_remote());
  EXPECT_EQ(*Git::head_commit(local_ / "clone/src"), head_of_remote());
  EXPECT_EQ(std::distance(fs::directory_iterator(local_.path()), {}), 1);
}

TEST_F(GitTest, AnUpdateBringsNewFilesAndDropsOldOnesAndLocalEdits) {
  ASSERT_TRUE(clone());
  remote_.write("new.txt", "new");
  fs::remove(remote_ / "a.txt");
  remote_.commit_all();
  local_.write("clone/src/b.py", "edited");
  local_.write("clone/left/over.txt", "x");
  ASSERT_TRUE(update());
  EXPECT_EQ(text("new.txt"), "new");
  EXPECT_EQ(text("a.txt"), "(none)");
  EXPECT_EQ(text("src/b.py"), "print(1)\n");
  EXPECT_EQ(text("left/over.txt"), "(none)");
  EXPECT_EQ(*Git::head_commit(local_ / "clone"), head_of_remote());
}

TEST_F(GitTest, AnUpdateFollowsARewrittenHistory) {
  ASSERT_TRUE(clone());
  remote_.write("a.txt", "amended");
  remote_.git({"commit", "-q", "-a", "--amend", "-m", "other"});
  ASSERT_TRUE(update());
  EXPECT_EQ(text("a.txt"), "amended");
}

TEST_F(GitTest, BranchesAndTagsAreFetchedByName) {
  remote_.git({"checkout", "-q", "-b", "feature/x"});
  remote_.write("a.txt", "feature");
  remote_.commit_all();
  remote_.git({"tag", "v1"});
  remote_.git({"checkout", "-q", "main"});
  ASSERT_TRUE(clone("feature/x"));
  EXPECT_EQ(text("a.txt"), "feature");
  ASSERT_TRUE(update());
  EXPECT_EQ(text("a.txt"), "one\r\n");
  ASSERT_TRUE(update("v1"));
  EXPECT_EQ(text("a.txt"), "feature");
  const Status missing = update("no-such-branch");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
  EXPECT_THAT(missing.error().message, HasSubstr("no-such-branch"));
}

TEST_F(GitTest, NamesOfBranchesThatReadAsOptionsAreRefused) {
  for (const char* branch : {"--upload-pack=x", "-b", "a..b", "a b", "+x", "x:y", "a\n", ".a", "a.lock", "@{0}"}) {
    const Status status = clone(branch);
    ASSERT_FALSE(status) << branch;
    EXPECT_EQ(status.error().code, ErrorCode::kInvalidArgument);
  }
  EXPECT_FALSE(fs::exists(local_ / "clone"));
}

TEST_F(GitTest, HooksAndFiltersOfARepositoryDoNotRun) {
  const std::string trap = local_ / "trap";
  remote_.write(".gitattributes", "* filter=evil diff=evil merge=evil\n");
  remote_.write("x.txt", "x");
  remote_.commit_all();
  ASSERT_TRUE(clone());
  for (const char* hook : {"post-checkout", "reference-transaction", "post-index-change", "pre-auto-gc"}) {
    local_.write(std::string("clone/.git/hooks/") + hook, "#!/bin/sh\ntouch " + trap + "\n");
    fs::permissions(local_ / (std::string("clone/.git/hooks/") + hook), fs::perms::all);
  }
  local_.write("clone/.git/config", *read_file(local_ / "clone/.git/config") + "[filter \"evil\"]\n\tsmudge = touch " + trap +
                                        "; cat\n\tclean = touch " + trap + "; cat\n[core]\n\tfsmonitor = touch " + trap +
                                        "\n\tsshCommand = touch " + trap + "\n");
  remote_.write("x.txt", "y");
  remote_.commit_all();
  ASSERT_TRUE(update());
  EXPECT_EQ(text("x.txt"), "y");
  EXPECT_FALSE(fs::exists(trap));
}

TEST_F(GitTest, SubmodulesAreNotFetched) {
  SourceFolder inner;
  inner.init();
  inner.write("inner.txt", "i");
  inner.commit_all();
  remote_.git({"submodule", "add", "-q", inner.path(), "sub"});
  remote_.commit_all();
  ASSERT_TRUE(clone());
  EXPECT_TRUE(fs::is_empty(local_ / "clone/sub"));
  EXPECT_THAT(testing::skipped(testing::list_folder(local_ / "clone")), Contains(std::pair("sub/", "a submodule that is not checked out")));
}

TEST_F(GitTest, WhatAKilledRunLeftDoesNotStopTheNext) {
  local_.write("clone.partial-1-2/.git/junk", "x");
  ASSERT_TRUE(clone());
  EXPECT_FALSE(fs::exists(local_ / "clone.partial-1-2"));
  for (const char* lock : {"index.lock", "shallow.lock", "HEAD.lock"}) local_.write(std::string("clone/.git/") + lock, "");
  ASSERT_TRUE(update());
}

TEST_F(GitTest, AGitThatOutlivedAKilledRunGetsNoFolderOfTheNext) {
  local_.write("clone.partial-1-2/.git/junk", "x");
  std::atomic<bool> ends = false;
  std::jthread survivor([&] {
    for (int i = 0; !ends; ++i) local_.write(fmt::format("clone.partial-1-2/.git/junk{}", i), "x");
  });
  const Status made = clone();
  ends = true;
  EXPECT_TRUE(made) << describe(made.error());
  EXPECT_EQ(text("src/b.py"), "print(1)\n");
}

TEST_F(GitTest, ADamagedOrMissingCloneIsMadeAnew) {
  ASSERT_TRUE(clone());
  fs::remove(local_ / "clone/.git/HEAD");
  ASSERT_TRUE(update());
  EXPECT_EQ(text("src/b.py"), "print(1)\n");
  local_.write("clone/.git/index", "rubbish of more than a few bytes, so that it is not just too short");
  ASSERT_TRUE(update());
  fs::remove_all(local_ / "clone");
  ASSERT_TRUE(update());
  EXPECT_EQ(text("src/b.py"), "print(1)\n");
}

TEST_F(GitTest, AFailedUpdateKeepsTheClone) {
  ASSERT_TRUE(clone());
  fs::rename(remote_ / ".git", remote_ / "away");
  const Status status = update();
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::kNotFound);
  EXPECT_EQ(text("src/b.py"), "print(1)\n");
}

TEST_F(GitTest, ClonesGoOnlyWhereNothingIs) {
  local_.write("clone/mine.txt", "x");
  const Status status = clone();
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::kAlreadyExists);
  EXPECT_EQ(text("mine.txt"), "x");
  EXPECT_EQ(
      Git::clone({.url = local_ / "nowhere", .branch = {}, .directory = local_ / "c", .token = {}}, progress_, CancelToken()).error().code,
      ErrorCode::kNotFound);
}

TEST_F(GitTest, ACancelledCloneLeavesNothing) {
  CancelToken cancel;
  cancel.cancel();
  EXPECT_EQ(Git::clone(request(), progress_, cancel).error().code, ErrorCode::kCancelled);
  EXPECT_TRUE(fs::is_empty(local_.path()));
}

TEST_F(GitTest, ProgressIsPassedOn) {
  class Recorder final : public ProgressSink {
   public:
    void report(const Progress& progress) override {
      stages.insert(std::string(progress.stage));
      total = std::max(total, progress.total);
    }
    std::set<std::string> stages;
    std::uint64_t total = 0;
  } recorder;
  for (int i = 0; i < 150; ++i) remote_.write("f" + std::to_string(i), std::to_string(i));
  remote_.commit_all();
  ASSERT_TRUE(Git::clone(request(), recorder, CancelToken()));
  EXPECT_THAT(recorder.stages, Contains("fetching"));
  EXPECT_GT(recorder.total, 150U);
}

TEST(GitHead, IsEmptyOutsideGitAndBeforeTheFirstCommit) {
  const SourceFolder folder;
  EXPECT_EQ(*Git::head_commit(folder.path()), "");
  folder.init();
  EXPECT_EQ(*Git::head_commit(folder.path()), "");
  EXPECT_EQ(Git::head_commit(folder / "none").error().code, ErrorCode::kNotFound);
}

TEST(GitHead, IsReadFromPackedReferencesTagsAndWorktrees) {
  const SourceFolder folder;
  folder.init();
  folder.write("a", "1");
  folder.commit_all();
  const std::string commit = folder.git({"rev-parse", "HEAD"}).substr(0, 40);
  folder.git({"pack-refs", "--all"});
  EXPECT_EQ(*Git::head_commit(folder.path()), commit);
  folder.git({"worktree", "add", "-q", "-b", "other", folder / "other"});
  EXPECT_EQ(*Git::head_commit(folder / "other"), commit);
  folder.git({"checkout", "-q", "--detach"});
  EXPECT_EQ(*Git::head_commit(folder.path()), commit);
  folder.write(".git/HEAD", "ref: refs/../../../etc/passwd\n");
  EXPECT_EQ(Git::head_commit(folder.path()).error().code, ErrorCode::kCorrupt);
}

TEST(GitToken, GoesToTheOriginByHeaderAndNowhereElse) {
  StubServer server;
  const SourceFolder local;
  NullProgress progress;
  const CloneRequest request{.url = server.origin() + "/a.git", .branch = {}, .directory = local / "clone", .token = "hunter2"};
  const Status status = Git::clone(request, progress, CancelToken());
  ASSERT_FALSE(status);
  EXPECT_THAT(describe(status.error()), Not(HasSubstr("hunter2")));
  // x-access-token:hunter2
  EXPECT_THAT(server.requests(), Contains(HasSubstr("Authorization: Basic eC1hY2Nlc3MtdG9rZW46aHVudGVyMg==")));
  EXPECT_THAT(server.requests().front(), HasSubstr("GET /a.git/info/refs?service=git-upload-pack"));
}

TEST(GitToken, DoesNotFollowARedirectElsewhere) {
  StubServer thief;
  const StubServer server(thief.origin());
  const SourceFolder local;
  NullProgress progress;
  const CloneRequest request{.url = server.origin() + "/a.git", .branch = {}, .directory = local / "clone", .token = "hunter2"};
  ASSERT_FALSE(Git::clone(request, progress, CancelToken()));
  for (const std::string& head : thief.requests()) EXPECT_THAT(head, Not(HasSubstr("Authorization")));
}

TEST(GitToken, StandsInNoArgument) {
  const auto url = parse_git_url("https://u:hunter2@host.example/a.git");
  const GitCommand command{
      .arguments = {"fetch", "--", url->address}, .directory = "/x", .reach = GitReach::kRemote, .remote = &*url, .token = "hunter3"};
  for (const std::string& argument : git_arguments(command)) EXPECT_THAT(argument, Not(HasSubstr("hunter")));
  EXPECT_THAT(git_environment(command), Contains("GROVE_GIT_PASSWORD=hunter3"));
  const auto open = parse_git_url("http://host.example/a.git");
  const GitCommand unsafe{.arguments = {"fetch"}, .directory = "/x", .reach = GitReach::kRemote, .remote = &*open, .token = "hunter3"};
  EXPECT_THAT(git_environment(unsafe), Not(Contains(HasSubstr("hunter3")))) << "not over an open channel";
}

TEST(GitEnvironment, VariablesThatPointElsewhereAreDropped) {
  ::setenv("GIT_DIR", "/elsewhere", 1);
  ::setenv("GIT_CONFIG_COUNT", "1", 1);
  const auto environment = git_environment({.arguments = {"status"}});
  ::unsetenv("GIT_DIR");
  ::unsetenv("GIT_CONFIG_COUNT");
  EXPECT_THAT(environment, Not(Contains(AnyOf(HasSubstr("GIT_DIR="), HasSubstr("GIT_CONFIG_COUNT=")))));
  EXPECT_THAT(environment, Contains("GIT_ALLOW_PROTOCOL=none"));
  EXPECT_THAT(environment, Contains("GIT_TERMINAL_PROMPT=0"));
}

TEST(GitErrors, SayWhatToDoAndHideCredentials) {
  const Error error = git_error("remote: Repository not found.\nfatal: repository 'https://bob:hunter2@host.example/a.git/' not found\n");
  EXPECT_EQ(error.code, ErrorCode::kNotFound);
  EXPECT_EQ(error.message, "Repository not found.; repository 'https://host.example/a.git/' not found");
  EXPECT_FALSE(error.hint.empty());
  EXPECT_EQ(git_error("fatal: Authentication failed for 'https://host.example/'\n").code, ErrorCode::kUnavailable);
  EXPECT_EQ(git_error("error: file write error: No space left on device\n").code, ErrorCode::kResourceLimit);
}

}  // namespace
}  // namespace grove::source
