#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "source/file_source.h"
#include "source/testing/folder.h"

namespace grove::source {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Key;
using testing::list_folder;
using ::testing::Pair;
using testing::readable;
using testing::skipped;
using testing::SourceFolder;
using ::testing::UnorderedElementsAre;

class SkipsTest : public ::testing::Test {
 protected:
  std::vector<std::string> files() const { return readable(list_folder(tree_.path())); }
  std::map<std::string, std::string> skips() const { return skipped(list_folder(tree_.path())); }

  SourceFolder tree_;
};

TEST_F(SkipsTest, DependencyFoldersAndLockFilesAreListedWithTheirReason) {
  for (const char* name :
       {"node_modules/a/index.js", "src/node_modules/b.js", ".venv/lib/x.py", "__pycache__/x.pyc", "package-lock.json", "go.sum", "a.js"})
    tree_.write(name, "x");
  EXPECT_THAT(files(), ElementsAre("a.js"));
  EXPECT_THAT(skips(),
              UnorderedElementsAre(Pair("node_modules/", "downloaded dependencies"), Key("src/node_modules/"), Key(".venv/"),
                                   Key("__pycache__/"), Pair("package-lock.json", "versions pinned by a package manager"), Key("go.sum")));
}

TEST_F(SkipsTest, NamesWithTwoMeaningsNeedASign) {
  for (const char* name : {"drivers/target/core.c", "bin/deploy.py", "build/tasks.js", "vendor/driver.c"}) tree_.write(name, "x");
  EXPECT_THAT(skips(), IsEmpty());
  tree_.write("rust/Cargo.toml", "");
  tree_.write("rust/target/debug/x.rs", "");
  tree_.write("app/App.csproj", "");
  tree_.write("app/bin/Debug/x.cs", "");
  tree_.write("app/obj/project.assets.json", "");
  tree_.write("go/go.mod", "");
  tree_.write("go/vendor/x/y.go", "");
  tree_.write("web/package.json", "");
  tree_.write("web/dist/bundle.js", "");
  tree_.write("cpp/build/CMakeCache.txt", "");
  tree_.write("tools/env/pyvenv.cfg", "");
  EXPECT_THAT(skips(), UnorderedElementsAre(Pair("rust/target/", "build output (it lies beside Cargo.toml)"), Key("app/bin/"),
                                            Key("app/obj/"), Key("go/vendor/"), Key("web/dist/"),
                                            Pair("cpp/build/", "build output (it holds CMakeCache.txt)"), Key("tools/env/")));
}

TEST_F(SkipsTest, BareRepositoriesAndTaggedCachesAreNotGoneThrough) {
  tree_.git({"init", "-q", "--bare", "backup/shop.git"});
  tree_.write("cache/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n# by a tool\n");
  tree_.write("cache/x.c", "");
  tree_.write("notes/CACHEDIR.TAG", "about the tag");
  EXPECT_THAT(files(), ElementsAre("notes/CACHEDIR.TAG"));
  EXPECT_THAT(skips(), UnorderedElementsAre(Pair("backup/shop.git/", "a bare Git repository"), Key("cache/")));
  const auto bare = open_working_tree(tree_ / "backup/shop.git", {});
  ASSERT_FALSE(bare);
  EXPECT_THAT(bare.error().hint, HasSubstr("file://" + (tree_ / "backup/shop.git")));
}

TEST_F(SkipsTest, OutputThatGitTracksIsSource) {
  tree_.init();
  tree_.write("pom.xml", "");
  tree_.write("target/Target.java", "");
  EXPECT_THAT(skips(), Contains(Key("target/")));
  tree_.commit_all();
  EXPECT_THAT(files(), Contains("target/Target.java"));
}

TEST_F(SkipsTest, SizeAndPatternsLeaveFilesOutWithAReason) {
  tree_.write("big.c", std::string(2000, 'x'));
  tree_.write("legacy/a.c", "");
  tree_.write("src/b.test.c", "");
  tree_.write("src/b.c", "");
  const auto entries = list_folder(tree_.path(), {.file_bytes = 1024, .skip_patterns = {"legacy/", "*.test.c"}});
  EXPECT_THAT(readable(entries), ElementsAre("src/b.c"));
  EXPECT_THAT(skipped(entries), UnorderedElementsAre(Pair("big.c", "2.0 KB, the limit is 1.0 KB"),
                                                     Pair("legacy/", "left out by the pattern legacy/"), Key("src/b.test.c")));
  EXPECT_EQ((*open_working_tree(tree_.path(), {.file_bytes = 1024}))->read("big.c").error().code, ErrorCode::kResourceLimit);
}

}  // namespace
}  // namespace grove::source
