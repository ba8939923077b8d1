#include "source/git_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "base/file.h"
#include "base/text.h"
#include "source/git_directory.h"
#include "source/testing/folder.h"

namespace grove::source {
namespace {

using testing::SourceFolder;

class GitIndexTest : public ::testing::Test {
 protected:
  void fill(unsigned count) {
    for (unsigned i = 0; i < count; ++i) folder_.write("dir" + std::to_string(i % 7) + "/file" + std::to_string(i * 37 % 1000) + ".c", "x");
    folder_.write("a.b", "");
    folder_.write("a/b", "");
    folder_.write("größe.txt", "");
    folder_.write(std::string(200, 'l') + "/" + std::string(200, 'm') + "/n", "");
  }
  void expect_as_git_lists() {
    const GitIndex index = load_index(*git_directory_of(folder_.path()));
    std::set<std::string> tracked;
    const std::string output = folder_.git({"ls-files", "-z"});
    for (const auto path : split(output, '\0'))
      if (!path.empty()) tracked.emplace(path);
    EXPECT_EQ(index.size(), tracked.size());
    for (const std::string& path : tracked) {
      EXPECT_TRUE(index.tracks(path)) << path;
      EXPECT_FALSE(index.tracks(path + "x"));
      EXPECT_FALSE(index.tracks_below(path));
      const bool in_folder = !parent_path(path).empty();
      EXPECT_TRUE(!in_folder || index.tracks_below(parent_path(path))) << path;
    }
    EXPECT_FALSE(index.tracks_below("dir"));
    EXPECT_FALSE(index.tracks(""));
  }

  SourceFolder folder_;
};

TEST_F(GitIndexTest, EveryVersionIsRead) {
  folder_.init();
  fill(120);
  folder_.git({"add", "-A"});
  for (const char* version : {"2", "3", "4"}) {
    folder_.git({"update-index", "--index-version", version});
    expect_as_git_lists();
    // An extended entry makes version 3.
    folder_.git({"add", "--intent-to-add", "."});
    folder_.git({"update-index", "--skip-worktree", "a/b"});
    expect_as_git_lists();
    folder_.git({"update-index", "--no-skip-worktree", "a/b"});
  }
}

TEST_F(GitIndexTest, RepositoriesWithSha256AreRead) {
  folder_.git({"init", "-q", "--object-format=sha256"});
  fill(20);
  folder_.git({"add", "-A"});
  expect_as_git_lists();
}

TEST_F(GitIndexTest, ASplitIndexIsReadWithItsBase) {
  folder_.init();
  fill(20);
  folder_.git({"add", "-A"});
  folder_.git({"update-index", "--split-index"});
  folder_.write("later.c", "x");
  folder_.git({"add", "later.c"});
  const GitIndex index = load_index(*git_directory_of(folder_.path()));
  EXPECT_TRUE(index.tracks("later.c"));
  EXPECT_TRUE(index.tracks("a/b"));
}

TEST_F(GitIndexTest, SubmodulesAreTold) {
  SourceFolder inner;
  inner.init();
  inner.commit_all();
  folder_.init();
  folder_.git({"submodule", "add", "-q", inner.path(), "lib/sub"});
  const GitIndex index = load_index(*git_directory_of(folder_.path()));
  EXPECT_TRUE(index.is_submodule("lib/sub"));
  EXPECT_FALSE(index.is_submodule(".gitmodules"));
  EXPECT_FALSE(index.is_submodule("lib"));
}

TEST_F(GitIndexTest, DamagedBytesAreRefusedNotFatal) {
  folder_.init();
  fill(30);
  folder_.git({"add", "-A"});
  folder_.git({"update-index", "--index-version", "4"});
  const std::string bytes = *read_file(folder_ / ".git/index");
  for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 20) {
    const auto cut = GitIndex::parse(std::string_view(bytes).substr(0, size));
    EXPECT_TRUE(cut || cut.error().code == ErrorCode::kCorrupt);
  }
  std::mt19937 random(1);
  for (int round = 0; round < 3000; ++round) {
    std::string damaged = bytes;
    for (int i = 0; i < 3; ++i) damaged[random() % damaged.size()] = static_cast<char>(random());
    const auto index = GitIndex::parse(damaged);
    if (index) index->tracks_below("dir3");
  }
}

}  // namespace
}  // namespace grove::source
