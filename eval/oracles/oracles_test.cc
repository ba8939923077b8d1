#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "oracles/scip_snapshot.h"
#include "oracles/suites.h"

namespace grove::oracles {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// A checkout of our own making; gone with the test.
class Checkout : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::temp_directory_path() / (std::string("grove-oracles-") + testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(root_);
  }
  void TearDown() override { fs::remove_all(root_); }

  void put(const std::string& path, std::string_view text) const {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path, std::ios::binary) << text;
  }
  const fs::path& root() const { return root_; }

 private:
  fs::path root_;
};

using CallGraphFiles = Checkout;
using Jcg = Checkout;
using Scip = Checkout;
using Ctags = Checkout;
using Services = Checkout;

TEST(SuiteScores, SayPrecisionOnlyWhereTheOracleNamesEverything) {
  SuiteScore suite{.name = "little", .names_all = true, .cases = {{.name = "one", .right = 3, .wrong = {"a → b"}, .missed = {"c → d"}}}};
  EXPECT_DOUBLE_EQ(suite.precision(), 0.75);
  EXPECT_DOUBLE_EQ(suite.recall(), 0.75);
  EXPECT_THAT(report(suite, Detail::kTotals), HasSubstr("precision 0.750  recall 0.750"));
  EXPECT_THAT(report(suite, Detail::kCases), HasSubstr("  one\n    + a → b\n    - c → d\n"));
  suite.names_all = false;
  EXPECT_THAT(report(suite, Detail::kTotals), HasSubstr("precision     –"));
}

TEST_F(CallGraphFiles, CountCallsThatAreThereMissingAndTooMany) {
  put("micro-benchmark/snippets/calls/one/main.py", "def a():\n    pass\n\ndef b():\n    a()\n\nb()\nlist(map(lambda x: a(), []))\n");
  put("micro-benchmark/snippets/calls/one/callgraph.json",
      R"({"main": ["main.b", "main.c", "<builtin>.list", "elsewhere.f"], "main.<lambda1>": ["main.a"], "main.a": []})");
  const std::vector<SuiteScore> suites = score_call_graph_files(root());
  ASSERT_THAT(suites, SizeIs(1));
  ASSERT_THAT(suites[0].cases, SizeIs(1));
  const CaseScore& score = suites[0].cases[0];
  EXPECT_EQ(score.right, 2U);  // of the module: b, and a inside of the lambda
  EXPECT_THAT(score.wrong, ElementsAre("main.b → main.a"));
  EXPECT_THAT(score.missed, ElementsAre("main → main.c"));
}

TEST_F(CallGraphFiles, ReadJavasNames) {
  put("benchmarks/java/cats/New/N1/p/Main.java",
      "package p;\nclass Main { static void main() { new Inner(1).run(); }\n static class Inner { Inner(int x) {} void run() {} } }\n");
  put("benchmarks/java/cats/New/N1/callgraph.json",
      R"json({"p.Main:main()": ["p.Main$Inner:<init>(int)", "p.Main$Inner:run()", "java.io.A:b()"]
})json");
  const std::vector<SuiteScore> suites = score_call_graph_files(root());
  ASSERT_THAT(suites, SizeIs(1));
  EXPECT_EQ(suites[0].right(), 2U);
  EXPECT_EQ(suites[0].missed(), 0U);
  EXPECT_FALSE(suites[0].names_all);
}

TEST_F(Jcg, ReadsLinksOfScriptsAndAnnotationsOfJava) {
  put("jcg_testcases/src/main/resources/python/A.md",
      "# A\n## A1\nText.\n```json\n{\"directLinks\": [[\"<global>\", \"A1.f:1\"], [\"A1.f\", \"A1.g\"]]}\n```\n"
      "```python\n# a/A1.py\ndef f():\n    pass\nf()\n```\n[//]: # (END)\n## A2\nNo files.\n");
  put("jcg_testcases/src/main/resources/java/V.md",
      "## V1\n```java\n// v/Main.java\npackage v;\nclass Main {\n"
      "  @DirectCall(name = \"run\", line = 4, resolvedTargets = \"Lv/Main;\", prohibitedTargets = {\"Lv/Other;\"})\n"
      "  void go() { run(); }\n  void run() {}\n}\nclass Other { void run() {} }\n```\n");
  const std::vector<SuiteScore> suites = score_jcg(root());
  ASSERT_THAT(suites, SizeIs(2));
  EXPECT_EQ(suites[0].right(), 1U);
  EXPECT_EQ(suites[0].wrong() + suites[0].missed(), 0U);
  ASSERT_THAT(suites[1].cases, SizeIs(1));
  EXPECT_EQ(suites[1].right(), 1U);
  EXPECT_THAT(suites[1].cases[0].missed, ElementsAre("A1.f → A1.g"));
}

TEST(ScipSnapshots, GiveBackTheSourceWithTheColumnsOfBothStyles) {
  const Snapshot newer = read_snapshot("  // a comment\n  f();\n//^ reference p f().\n//  ⌄ enclosing_range_start x\n//  kind Function\n");
  EXPECT_EQ(newer.source, "// a comment\nf();\n");
  ASSERT_THAT(newer.occurrences, SizeIs(1));
  EXPECT_EQ(newer.occurrences[0].line, 2U);
  EXPECT_EQ(newer.occurrences[0].column, 0U);
  EXPECT_EQ(newer.occurrences[0].symbol, "p f().");
  const Snapshot older = read_snapshot("# own comment\nab = f()\n# <- definition p ab.\n#    ^ reference p f().\n#    documentation x\n");
  EXPECT_EQ(older.source, "# own comment\nab = f()\n");
  ASSERT_THAT(older.occurrences, SizeIs(2));
  EXPECT_TRUE(older.occurrences[0].is_definition);
  EXPECT_EQ(older.occurrences[0].column, 0U);
  EXPECT_EQ(older.occurrences[1].column, 5U);
}

TEST_F(Scip, ComparesWhatANameMeansByTheLineOfItsDefinition) {
  put("internal/testdata/snapshots/output/one/a.go",
      "  package one\n  func f() {}\n//     ^ definition t one/f().\n  func g() { f(); h() }\n//     ^ definition t one/g().\n"
      "//           ^ reference t one/f().\n//                ^ reference t one/h().\n  func h() {}\n//     ^ definition t one/h().\n");
  const std::vector<SuiteScore> suites = score_scip(root());
  ASSERT_THAT(suites, SizeIs(2));
  EXPECT_EQ(suites[0].name, "SCIP Go, functions");
  EXPECT_EQ(suites[0].right(), 2U);
  EXPECT_EQ(suites[0].wrong() + suites[0].missed(), 0U);
}

TEST_F(Scip, CountsAMeaningThatTheIndexerDenies) {
  put("snapshots/output/one/a.ts",
      "class A { static make() {} }\n//    ^ definition t `a.ts`/A#\n//               ^^^^ definition t `a.ts`/A#make().\nA.make()\n"
      "//^^^^ reference t lib/Foreign#make().\n");
  const std::vector<SuiteScore> suites = score_scip(root());
  ASSERT_THAT(suites, IsEmpty());  // nothing of the project's own is used
}

TEST_F(Ctags, LooksForDefinitionsByNameAndLine) {
  put("Units/parser-python.r/one.d/input.py", "class A:\n    def f(self): pass\n");
  put("Units/parser-python.r/one.d/expected.tags",
      "A\tinput.py\t/^class A:$/;\"\tc\nf\tinput.py\t/^    def f(self): pass$/;\"\tm\tclass:A\n"
      "g\tinput.py\t/^    def g(self): pass$/;\"\tm\tclass:A\nx\tinput.py\t/^x = 1$/;\"\tv\n");
  put("Units/parser-python.r/wrong.b/input.py", "x\n");
  const std::vector<SuiteScore> suites = score_ctags(root());
  ASSERT_THAT(suites, SizeIs(1));
  EXPECT_EQ(suites[0].right(), 2U);
  ASSERT_THAT(suites[0].cases, SizeIs(1));
  EXPECT_THAT(suites[0].cases[0].missed, ElementsAre("m g     def g(self): pass"));
}

TEST_F(Services, AreWrongWhereCodeCallsWhatItsBuildFileDoesNotName) {
  put("common/pom.xml", "<artifactId>common</artifactId>");
  put("common/src/U.java", "package common;\npublic class U { public static void help() {} }\n");
  put("orders/pom.xml", "<artifactId>orders</artifactId> <dependency>common</dependency>");
  put("orders/src/O.java", "package orders;\nimport common.U;\npublic class O { void run() { U.help(); } }\n");
  put("users/pom.xml", "<artifactId>users</artifactId>");
  put("users/src/V.java", "package users;\nimport common.U;\npublic class V { void run() { U.help(); } }\n");
  const std::vector<SuiteScore> suites = score_services(root());
  ASSERT_THAT(suites, SizeIs(1));
  EXPECT_EQ(suites[0].right(), 1U);
  EXPECT_EQ(suites[0].wrong(), 1U);
}

}  // namespace
}  // namespace grove::oracles
