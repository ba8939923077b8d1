#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/work_queue.h"
#include "source/file_source.h"
#include "source/testing/folder.h"

namespace grove::source {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Key;
using testing::list;
using ::testing::Not;
using ::testing::Pair;
using testing::readable;
using testing::skipped;
using testing::SourceFolder;
using ::testing::UnorderedElementsAre;

class CommitSourceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.init();
    folder_.write("b.txt", "one\r\n");
    folder_.write("a/x.c", "int x;\n");
    folder_.write("a.c", "int a;\n");
    folder_.write("line\nfeed \"quoted\".c", "odd");
    folder_.write("caf\xE9.c", "latin");
    folder_.write("node_modules/lib/index.js", "x");
    folder_.write("Cargo.lock", "x");
    folder_.write("big.c", std::string(2000, 'x'));
    folder_.write(".gitattributes", "*.txt text eol=lf\n*.c filter=evil\n");
    folder_.link("link.c", "a.c");
    folder_.commit_all();
  }
  SourceFolder folder_;
};

TEST_F(CommitSourceTest, ListsWhatTheCommitHolds) {
  const auto source = open_commit(folder_.path(), "HEAD", {.file_bytes = 1000});
  ASSERT_TRUE(source) << describe(source.error());
  const auto entries = list(**source);
  EXPECT_THAT(readable(entries), ElementsAre(".gitattributes", "a.c", "a/x.c", "b.txt", "caf\\xe9.c", "line\nfeed \"quoted\".c"));
  EXPECT_THAT(skipped(entries), UnorderedElementsAre(Key("Cargo.lock"), Key("big.c"), Key("link.c"), Key("node_modules/")));
}

TEST_F(CommitSourceTest, ReadsBytesAsGitStoresThemWhateverTheWorkingTreeHolds) {
  folder_.write("a.c", "changed");
  std::filesystem::remove(folder_ / "caf\xE9.c");
  const auto source = open_commit(folder_.path(), "HEAD", {.file_bytes = 1000});
  EXPECT_EQ(*(*source)->read("a.c"), "int a;\n");
  EXPECT_EQ(*(*source)->read("caf\\xe9.c"), "latin");
  EXPECT_EQ(*(*source)->read("line\nfeed \"quoted\".c"), "odd");
  EXPECT_EQ(*(*source)->read("b.txt"), folder_.git({"cat-file", "blob", "HEAD:b.txt"}));
  EXPECT_EQ((*source)->read("none").error().code, ErrorCode::kNotFound);
  EXPECT_EQ((*source)->read("link.c").error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ((*source)->read("big.c").error().code, ErrorCode::kResourceLimit);
  std::vector<FileEntry> found;
  ASSERT_TRUE((*source)->list_at({"a/x.c"}, [&](FileEntry entry) { found.push_back(std::move(entry)); }, CancelToken()));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].size, 7U);
}

TEST_F(CommitSourceTest, ManyThreadsReadAtOnce) {
  const auto source = open_commit(folder_.path(), "HEAD", {});
  parallel_for(4, 200,
               [&](std::size_t i) { EXPECT_EQ(*(*source)->read(i % 2 == 0 ? "a.c" : "a/x.c"), i % 2 == 0 ? "int a;\n" : "int x;\n"); });
}

TEST_F(CommitSourceTest, BareRepositoriesAndOlderCommitsAreRead) {
  folder_.write("later.c", "x");
  folder_.commit_all();
  const SourceFolder bare;
  bare.git({"clone", "-q", "--bare", folder_.path(), bare / "repo.git"});
  EXPECT_THAT(readable(list(**open_commit(bare / "repo.git", "main", {}))), Contains("later.c"));
  EXPECT_THAT(readable(list(**open_commit(bare / "repo.git", "main~1", {}))), Not(Contains("later.c")));
}

TEST_F(CommitSourceTest, SubmodulesAreListedAsSuch) {
  folder_.git({"update-index", "--add", "--cacheinfo", "160000," + folder_.git({"rev-parse", "HEAD"}).substr(0, 40) + ",sub"});
  folder_.git({"commit", "-q", "-m", "sub"});
  EXPECT_THAT(skipped(list(**open_commit(folder_.path(), "HEAD", {}))), Contains(Pair("sub/", "a submodule")));
}

TEST_F(CommitSourceTest, UnknownCommitsAndFoldersAreClearErrors) {
  const auto unknown = open_commit(folder_.path(), "no-such", {});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().code, ErrorCode::kNotFound);
  EXPECT_EQ(open_commit(folder_.path(), "--all", {}).error().code, ErrorCode::kNotFound);
  const SourceFolder plain;
  EXPECT_FALSE(open_commit(plain.path(), "HEAD", {}));
}

TEST_F(CommitSourceTest, AMissingObjectIsAnErrorAndTheNextFileIsStillRead) {
  const std::string object = folder_.git({"rev-parse", "HEAD:a.c"}).substr(0, 40);
  const auto source = open_commit(folder_.path(), "HEAD", {});
  std::filesystem::remove(folder_ / (".git/objects/" + object.substr(0, 2) + "/" + object.substr(2)));
  EXPECT_EQ((*source)->read("a.c").error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(*(*source)->read("a/x.c"), "int x;\n");
}

TEST(MemorySource, ListsAndReads) {
  const auto source =
      memory_source({{"src/a.c", "int a;"}, {"node_modules/x.js", "x"}, {"yarn.lock", ""}, {"big", "12345678"}}, {.file_bytes = 7});
  const auto entries = list(*source);
  EXPECT_THAT(readable(entries), ElementsAre("src/a.c"));
  EXPECT_THAT(skipped(entries), UnorderedElementsAre(Key("node_modules/"), Key("yarn.lock"), Key("big")));
  EXPECT_EQ(*source->read("src/a.c"), "int a;");
  EXPECT_EQ(source->read("none").error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace grove::source
