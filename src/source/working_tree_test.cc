#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <optional>

#include "source/file_source.h"
#include "source/testing/folder.h"

namespace grove::source {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::list;
using testing::list_folder;
using ::testing::Pair;
using testing::readable;
using testing::skipped;
using testing::SourceFolder;

class WorkingTreeTest : public ::testing::Test {
 protected:
  std::vector<std::string> files() const { return readable(list_folder(tree_.path())); }
  std::map<std::string, std::string> skips() const { return skipped(list_folder(tree_.path())); }
  Result<std::string> read(std::string_view path) const { return (*open_working_tree(tree_.path(), {}))->read(path); }

  SourceFolder tree_;
};

TEST_F(WorkingTreeTest, FilesComeInByteOrderOfTheirPathsWithSizeAndTime) {
  for (const char* name : {"a.c", "a/b.c", "a-b/c.c", "a", "B.c", "é.c"})
    if (std::string(name) != "a") tree_.write(name, "12345");
  const auto entries = list_folder(tree_.path());
  EXPECT_THAT(readable(entries), ElementsAre("B.c", "a-b/c.c", "a.c", "a/b.c", "é.c"));
  EXPECT_EQ(entries.front().size, 5U);
  EXPECT_GT(entries.front().mtime_ns, 1'600'000'000'000'000'000);
}

TEST_F(WorkingTreeTest, SymbolicLinksAreNeverFollowed) {
  const SourceFolder outside;
  outside.write("secret.txt", "s");
  tree_.write("src/real.c", "int x;");
  tree_.link("src/again.c", "real.c");
  tree_.link("loop", "..");
  tree_.link("src/self", ".");
  tree_.link("circle-a", "circle-b");
  tree_.link("circle-b", "circle-a");
  tree_.link("out", outside.path());
  tree_.link("secret.txt", outside / "secret.txt");
  tree_.link("broken", "nowhere");
  EXPECT_THAT(files(), ElementsAre("src/real.c"));
  const auto reasons = skips();
  EXPECT_THAT(reasons, AllOf(Contains(Pair("src/again.c", HasSubstr("real.c"))), Contains(Pair("out", HasSubstr("outside the repository"))),
                             Contains(Pair("circle-a", HasSubstr("circle"))), Contains(Pair("broken", HasSubstr("No such file")))));
  for (const FileEntry& entry : list_folder(tree_.path())) {
    const bool leaves = entry.path == "out" || entry.path == "secret.txt" || entry.path == "loop" || entry.path.starts_with("circle");
    EXPECT_EQ(entry.state == FileState::kOutsideRoot, leaves) << entry.path << " " << entry.reason;
  }
}

TEST_F(WorkingTreeTest, ReadingNeverLeavesTheRoot) {
  const SourceFolder outside;
  outside.write("secret.txt", "s");
  tree_.write("a.c", "int a;");
  tree_.link("link.c", "a.c");
  tree_.link("out", outside.path());
  ASSERT_EQ(::mkfifo((tree_ / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(*read("a.c"), "int a;");
  for (const char* path : {"out/secret.txt", "link.c", "../x", "a/../../x", "", "/etc/passwd", "./a.c", "pipe", "a.c/b"})
    EXPECT_FALSE(read(path)) << path;
  EXPECT_EQ(read("none").error().code, ErrorCode::kNotFound);
}

TEST_F(WorkingTreeTest, ASymbolicLinkWorksAsRoot) {
  tree_.write("real/a.c", "int a;");
  tree_.write("real/.gitignore", "*.o\n");
  tree_.write("real/a.o", "");
  tree_.link("alias", "real");
  EXPECT_THAT(readable(list_folder(tree_ / "alias")), ElementsAre(".gitignore", "a.c"));
  EXPECT_EQ(*(*open_working_tree(tree_ / "alias", {}))->read("a.c"), "int a;");
  EXPECT_EQ(*resolve_root(tree_ / "alias", ""), tree_ / "real");
}

TEST_F(WorkingTreeTest, TrackedFilesAreListedEvenWhereARuleIgnoresThem) {
  tree_.init();
  tree_.write(".gitignore", "*.log\nout/\n");
  tree_.write("kept.log", "");
  tree_.write("out/kept.c", "");
  tree_.git({"add", "-f", "kept.log", "out/kept.c", ".gitignore"});
  tree_.write("other.log", "");
  tree_.write("out/other.c", "");
  EXPECT_THAT(files(), ElementsAre(".gitignore", "kept.log", "out/kept.c"));
}

TEST_F(WorkingTreeTest, RulesOfTheUserCountForNothingAndThoseOfTheRepositoryDo) {
  tree_.init();
  tree_.write(".git/info/exclude", "mine.*\n");
  tree_.write("mine.c", "");
  tree_.write("a.c", "");
  const SourceFolder home;
  home.write(".config/git/ignore", "a.c\n");
  const std::string before = ::getenv("HOME") == nullptr ? "" : ::getenv("HOME");
  ::setenv("HOME", home.path().c_str(), 1);
  EXPECT_THAT(files(), ElementsAre("a.c"));
  ::setenv("HOME", before.c_str(), 1);
}

TEST_F(WorkingTreeTest, AFolderInsideAWorkingTreeObeysTheRulesAboveIt) {
  tree_.init();
  tree_.write(".gitignore", "*.gen\n/services/a/private/\n");
  tree_.write("services/.gitignore", "tmp\n");
  for (const char* name : {"x.c", "x.gen", "private/y.c", "tmp", "sub/tmp"}) tree_.write(std::string("services/a/") + name, "");
  EXPECT_THAT(readable(list_folder(tree_ / "services/a")), ElementsAre("x.c"));
}

TEST_F(WorkingTreeTest, AFolderThatItsRepositoryIgnoresIsReadWhenAskedFor) {
  tree_.init();
  tree_.write(".gitignore", "/checkouts/\n*.c\n");
  tree_.write("checkouts/one/a.c", "");
  tree_.write("checkouts/one/.gitignore", "*.o\n");
  tree_.write("checkouts/one/a.o", "");
  EXPECT_THAT(files(), ElementsAre(".gitignore"));
  EXPECT_THAT(readable(list_folder(tree_ / "checkouts/one")), ElementsAre(".gitignore", "a.c"));
}

TEST_F(WorkingTreeTest, AnArchiveWhoseRulesLeaveNothingIsReadAllTheSame) {
  tree_.write(".gitignore", "*.o\n/*\n!/debian/\n");
  tree_.write("a.c", "");
  tree_.write("b.o", "");
  tree_.write("src/c.c", "");
  EXPECT_THAT(files(), ElementsAre(".gitignore", "a.c", "src/c.c"));
  tree_.write("debian/rules", "");
  EXPECT_THAT(files(), ElementsAre("debian/rules"));
}

TEST_F(WorkingTreeTest, SubmodulesFollowTheirOwnRules) {
  SourceFolder inner;
  inner.init();
  inner.write("inner.c", "");
  inner.write("tracked.gen", "");
  inner.commit_all();
  tree_.init();
  tree_.write(".gitignore", "*.gen\ninner.c\n");
  tree_.git({"submodule", "add", "-q", inner.path(), "lib/sub"});
  tree_.commit_all();
  tree_.write("lib/sub/.gitignore", "*.o\n");
  tree_.write("lib/sub/x.o", "");
  tree_.write("lib/sub/new.gen", "");
  EXPECT_THAT(files(),
              ElementsAre(".gitignore", ".gitmodules", "lib/sub/.gitignore", "lib/sub/inner.c", "lib/sub/new.gen", "lib/sub/tracked.gen"));
  tree_.git({"submodule", "deinit", "-q", "-f", "--all"});
  EXPECT_THAT(skips(), Contains(Pair("lib/sub/", "a submodule that is not checked out")));
}

TEST_F(WorkingTreeTest, RepositoriesInAPlainFolderEachHaveTheirRules) {
  tree_.write("one/a.c", "");
  tree_.write("one/b.log", "");
  tree_.write("one/.gitignore", "*.log\n");
  tree_.write("two/b.log", "");
  tree_.git({"init", "-q", "one"});
  tree_.git({"init", "-q", "two"});
  tree_.write("one/.git/info/exclude", "a.c\n");
  EXPECT_THAT(files(), ElementsAre("one/.gitignore", "two/b.log"));
}

TEST_F(WorkingTreeTest, ALinkedWorkingTreeIsReadByItselfAndNotTwice) {
  tree_.init();
  tree_.write("a.c", "");
  tree_.write(".gitignore", "*.o\n");
  tree_.commit_all();
  tree_.write(".git/info/exclude", "*.tmp\n");
  tree_.git({"worktree", "add", "-q", "trees/other"});
  tree_.write("trees/other/x.o", "");
  tree_.write("trees/other/x.tmp", "");
  EXPECT_THAT(readable(list_folder(tree_ / "trees/other")), ElementsAre(".gitignore", "a.c"));
  EXPECT_THAT(files(), ElementsAre(".gitignore", "a.c"));
  EXPECT_THAT(skips(), Contains(Pair("trees/other/", "another working tree of the same repository")));
}

TEST_F(WorkingTreeTest, ADamagedGitFolderMakesAPlainFolder) {
  tree_.write(".git/HEAD", "rubbish");
  tree_.write("a.c", "");
  EXPECT_THAT(files(), ElementsAre("a.c"));
  tree_.write("sub/.git", "gitdir: /nonexistent\n");
  tree_.write("sub/b.c", "");
  EXPECT_THAT(files(), ElementsAre("a.c", "sub/b.c"));
}

TEST_F(WorkingTreeTest, NamesThatAreNoUtf8AreListedAndRead) {
  tree_.write("caf\xE9/\xFF.c", "int x;");
  tree_.write("日本語/ファイル.c", "int y;");
  EXPECT_THAT(files(), ElementsAre("caf\\xe9/\\xff.c", "日本語/ファイル.c"));
  EXPECT_EQ(*read("caf\\xe9/\\xff.c"), "int x;");
  EXPECT_EQ(*read("日本語/ファイル.c"), "int y;");
}

TEST_F(WorkingTreeTest, WhatHasNoContentIsListedWithItsKind) {
  tree_.write(".gitignore", "ignored*\n");
  ASSERT_EQ(::mkfifo((tree_ / "ignored_pipe").c_str(), 0600), 0);
  ASSERT_EQ(::mkfifo((tree_ / "pipe").c_str(), 0600), 0);
  const int opened = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
  const std::string place = tree_ / "socket";
  ASSERT_LT(place.size(), sizeof address.sun_path);
  std::ranges::copy(place, address.sun_path);
  ASSERT_EQ(::bind(opened, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  ::close(opened);
  const auto entries = list_folder(tree_.path());
  ASSERT_EQ(entries.size(), 3U);
  EXPECT_EQ(entries[1].path, "pipe");
  EXPECT_EQ(entries[1].state, FileState::kBuiltInSkip);
  EXPECT_EQ(entries[1].reason, "a named pipe");
  EXPECT_EQ(entries[2].reason, "a socket");
}

TEST_F(WorkingTreeTest, ADataDirectoryOfGroveIsLeftOut) {
  tree_.write("a.c", "int a;");
  tree_.write("index/grove.db", "");
  tree_.write("index/repos/shop/a.c", "int a;");
  tree_.write("other/grove.db", "");
  const auto entries = list_folder(tree_.path());
  ASSERT_EQ(entries.size(), 3U);
  EXPECT_EQ(entries[1].path, "index/");
  EXPECT_EQ(entries[1].reason, "a data directory of Grove");
}

TEST_F(WorkingTreeTest, AMalformedSkipPatternIsRefused) {
  const auto source = open_working_tree(tree_.path(), {.skip_patterns = {"*.log", "[a"}});
  ASSERT_FALSE(source);
  EXPECT_EQ(source.error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(source.error().message, ::testing::HasSubstr("[a"));
}

TEST_F(WorkingTreeTest, MetadataIsNotMentioned) {
  tree_.write(".svn/entries", "");
  tree_.write(".hg/store/x", "");
  tree_.write(".gitattributes", "");
  EXPECT_EQ(list_folder(tree_.path()).size(), 1U);
}

TEST_F(WorkingTreeTest, DeepFoldersEndWithAReason) {
  fs::path deep = tree_.path();
  for (int i = 0; i < 400; ++i) {
    deep /= "d";
    ASSERT_TRUE(fs::create_directory(deep));
  }
  tree_.write("a.c", "");
  EXPECT_THAT(files(), ElementsAre("a.c"));
  EXPECT_THAT(skips(), Contains(Pair(HasSubstr("d/d/d/"), "nested too deeply")));
}

TEST_F(WorkingTreeTest, FoldersThatMayNotBeReadAreSaid) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read everything";
  tree_.write("closed/a.c", "");
  fs::permissions(tree_ / "closed", fs::perms::none);
  EXPECT_THAT(skips(), Contains(Pair("closed/", HasSubstr("Permission denied"))));
  fs::permissions(tree_ / "closed", fs::perms::owner_all);
}

TEST_F(WorkingTreeTest, OfOnePathIsSaidWhatTheWholeListingSays) {
  tree_.init();
  tree_.write(".gitignore", "*.o\n/gen/\n");
  for (const char* name : {"a.c", "a.o", "src/b.c", "src/b.o", "src/bc/d.c", "src/bc/node_modules/y.js", "src-old/e.c", "gen/x.c",
                           "node_modules/x.js", "yarn.lock"})
    tree_.write(name, "123");
  const auto source = open_working_tree(tree_.path(), {});
  const auto told = [](const auto& listing) {
    std::vector<std::string> lines;
    EXPECT_TRUE(listing([&](const FileEntry& entry) {
      lines.push_back(entry.path + " " + std::string(file_state_name(entry.state)) + " " + std::to_string(entry.size));
    }));
    return lines;
  };
  for (const char* path : {"",
                           ".gitignore",
                           "a.c",
                           "a.o",
                           "src",
                           "src/b.c",
                           "src/b.o",
                           "src/bc",
                           "src/b",
                           "src/bc/d.c",
                           "src/bc/node_modules",
                           "src-old",
                           "gen",
                           "gen/x.c",
                           "node_modules",
                           "node_modules/x.js",
                           "yarn.lock",
                           "none",
                           "a.c/x",
                           "../a.c"}) {
    const auto some = told([&](const auto& visit) { return (*source)->list_at({path}, visit, CancelToken()); });
    const auto all = told([&](const auto& visit) { return (*source)->FileSource::list_at({path}, visit, CancelToken()); });
    EXPECT_EQ(some, all) << path;
  }
  const std::set<std::string> several = {"src/b.c", "src", "src-old/e.c", "none", "node_modules/x.js", "a.o"};
  const auto some = told([&](const auto& visit) { return (*source)->list_at(several, visit, CancelToken()); });
  EXPECT_EQ(some, told([&](const auto& visit) { return (*source)->FileSource::list_at(several, visit, CancelToken()); }));
  EXPECT_EQ(some.size(), 5U);  // node_modules, src-old/e.c, src/b.c, src/bc/d.c, src/bc/node_modules
}

TEST_F(WorkingTreeTest, AReadErrorOfTheDiskIsTold) {
  class Broken final : public FileCalls {
   public:
    ssize_t read(int, char*, std::size_t) const override {
      errno = EIO;
      return -1;
    }
  } broken;
  tree_.write("a.c", "int a;");
  const auto bytes = (*open_working_tree(tree_.path(), {}, broken))->read("a.c");
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().code, ErrorCode::kIo);
  EXPECT_THAT(bytes.error().message, HasSubstr("a.c"));
}

TEST_F(WorkingTreeTest, AListingCanBeCancelled) {
  tree_.write("a.c", "");
  CancelToken cancel;
  cancel.cancel();
  const auto source = open_working_tree(tree_.path(), {});
  EXPECT_EQ((*source)->list([](const FileEntry&) {}, cancel).error().code, ErrorCode::kCancelled);
}

TEST_F(WorkingTreeTest, RootsThatCannotBeAreClearErrors) {
  tree_.write("file", "");
  tree_.write("sub/a.c", "");
  tree_.link("out", "/");
  EXPECT_EQ(open_working_tree(tree_ / "none", {}).error().code, ErrorCode::kNotFound);
  EXPECT_THAT(describe(open_working_tree(tree_ / "none", {}).error()), HasSubstr(tree_ / "none"));
  EXPECT_EQ(open_working_tree(tree_ / "file", {}).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(*resolve_root(tree_.path(), "sub/"), tree_ / "sub");
  EXPECT_EQ(resolve_root(tree_.path(), "none").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(resolve_root(tree_.path(), "../").error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(resolve_root(tree_.path(), "out").error().code, ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace grove::source
