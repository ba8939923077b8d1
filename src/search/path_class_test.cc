#include "search/path_class.h"

#include <gtest/gtest.h>

namespace grove::search {
namespace {

PathClass classify(std::string_view path, Language language = Language::kJava) { return classify_path(path, language); }

TEST(PathClass, KnowsTestsByFolderAndByName) {
  for (const char* path : {"tests/a.py", "src/__tests__/a.ts", "pkg/server_test.go", "src/test/java/AuthTest.java", "spec/user_spec.rb",
                           "a/b.spec.ts", "core/src/commonTest/kotlin/A.kt", "test_auth.py", "Tests/FooTests.cs"})
    EXPECT_TRUE(classify(path).test) << path;
  for (const char* path : {"src/latest.py", "src/contest/a.java", "src/attestation.go", "lib/protest.rb", "src/Testament.java"})
    EXPECT_FALSE(classify(path).test) << path;
}

TEST(PathClass, TellsExamplesCompatibilityAndDeclarationsApart) {
  EXPECT_TRUE(classify("examples/basic/main.go").example);
  EXPECT_TRUE(classify("benchmarks/run.cc").example);
  EXPECT_FALSE(classify("src/example_service.py").example);
  EXPECT_TRUE(classify("src/compat/py2.py").compatibility);
  EXPECT_TRUE(classify("src/_compat.py").compatibility);
  EXPECT_TRUE(classify("index.d.ts").declaration);
  EXPECT_FALSE(classify("src/index.ts").declaration);
  EXPECT_TRUE(classify("src/index.ts").index_file);
  EXPECT_TRUE(classify("README.md", Language::kMarkdown).document);
  EXPECT_FALSE(classify("a.py", Language::kPython).document);
}

TEST(PathClass, StemsDropFoldersAndTheLastExtension) {
  EXPECT_EQ(file_stem("src/auth/service.py"), "service");
  EXPECT_EQ(file_stem("SqlMapper.Async.cs"), "SqlMapper.Async");
  EXPECT_EQ(file_stem("Makefile"), "Makefile");
  EXPECT_EQ(file_stem("a/.env"), ".env");
}

TEST(PathClass, VersionsAreFoldersThatAreANumberBehindV) {
  EXPECT_EQ(path_version("src/v4/core/a.ts").version, 4U);
  EXPECT_EQ(path_version("src/v4/core/a.ts").family, "src/");
  EXPECT_EQ(path_version("v12/a.go").version, 12U);
  for (const char* path : {"src/a.ts", "src/v/a.ts", "src/vendor/a.ts", "src/v4.ts", "src/v1beta1/a.go", "video/v99999/a.c"})
    EXPECT_EQ(path_version(path).version, 0U) << path;
}

}  // namespace
}  // namespace grove::search
