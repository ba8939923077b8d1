#include "base/glob.h"

#include <gtest/gtest.h>

#include <string>

namespace grove {
namespace {

bool glob(std::string_view pattern, std::string_view path) { return Glob(pattern).matches(path); }

TEST(Glob, AStarStaysWithinOnePart) {
  EXPECT_TRUE(glob("*.cc", "a.cc"));
  EXPECT_TRUE(glob("*", ""));
  EXPECT_FALSE(glob("*.cc", "src/a.cc"));
  EXPECT_TRUE(glob("src/*/x", "src/a/x"));
  EXPECT_FALSE(glob("src/*/x", "src/a/b/x"));
  EXPECT_TRUE(glob("a*b*c", "aXbbYc"));
  EXPECT_FALSE(glob("a?c", "a/c"));
  EXPECT_TRUE(glob("a**c", "abc"));
  EXPECT_FALSE(glob("a**c", "a/c")) << "two stars that touch a name are one";
}

TEST(Glob, TwoStarsTakeAnyNumberOfParts) {
  EXPECT_TRUE(glob("**", "a/b"));
  EXPECT_TRUE(glob("**/x", "x"));
  EXPECT_TRUE(glob("**/x", "a/b/x"));
  EXPECT_FALSE(glob("**/x", "ax"));
  EXPECT_TRUE(glob("a/**/b", "a/b"));
  EXPECT_TRUE(glob("a/**/b", "a/x/y/b"));
  EXPECT_FALSE(glob("a/**/b", "axb"));
  EXPECT_TRUE(glob("a/**", "a/b/c"));
  EXPECT_FALSE(glob("a/**", "a"));
  EXPECT_TRUE(glob("**/a/*/**/z*", "q/a/a/a/r/zz"));
}

TEST(Glob, ClassesTakeRangesNamesAndNegation) {
  EXPECT_TRUE(glob("[a-c]x", "bx"));
  EXPECT_FALSE(glob("[!a-c]x", "bx"));
  EXPECT_TRUE(glob("[^a-c]x", "dx"));
  EXPECT_FALSE(glob("a[/]b", "a/b"));
  EXPECT_FALSE(glob("a[!x]b", "a/b"));
  EXPECT_TRUE(glob("[]]", "]"));
  EXPECT_TRUE(glob("[a-]", "-"));
  EXPECT_TRUE(glob("[[:digit:][:upper:]]", "7"));
  EXPECT_TRUE(glob("[\\]]", "]"));
  EXPECT_TRUE(glob("[[:]", ":"));
}

TEST(Glob, MalformedPatternsMatchNothing) {
  for (const char* pattern : {"[", "a[b", "[[:nope:]]", "x\\", "[a-"}) {
    EXPECT_FALSE(glob(pattern, pattern)) << pattern;
    EXPECT_FALSE(glob(pattern, "a")) << pattern;
  }
}

TEST(Glob, AMalformedPatternIsSaidWithItsPlace) {
  for (const auto& [pattern, place] : {std::pair{"[", "byte 1"},
                                       {"a[b", "byte 2"},
                                       {"src/[[:nope:]]", "byte 5"},
                                       {"x\\", "byte 2"},
                                       {"x\\/", "byte 2"},
                                       {"[a-", "byte 1"}}) {
    const Status checked = check_glob("path", pattern);
    ASSERT_FALSE(checked) << pattern;
    EXPECT_EQ(checked.error().code, ErrorCode::kInvalidArgument);
    EXPECT_NE(checked.error().message.find(place), std::string::npos) << checked.error().message;
  }
  for (const char* pattern : {"", "/", "*.py", "[]]", "src/**/[a-z]/", "\\["}) EXPECT_TRUE(check_glob("path", pattern)) << pattern;
}

TEST(Glob, ABackslashMakesTheNextByteLiteral) {
  EXPECT_TRUE(glob("\\*", "*"));
  EXPECT_FALSE(glob("\\*", "a"));
  EXPECT_TRUE(glob("\\[a]", "[a]"));
}

TEST(Glob, HostilePatternsEndSoon) {
  std::string pattern;
  for (int i = 0; i < 60; ++i) pattern += "**/*a*";
  EXPECT_FALSE(glob(pattern + "b", std::string(4000, 'a')));
  std::string deep;
  for (int i = 0; i < 1000; ++i) deep += "a/";
  EXPECT_FALSE(glob("**/a/**/a/**/a/**/a/**/b", deep));
}

/// The definition, written as plainly as possible.
bool slow(std::string_view p, std::string_view t) {
  if (p.empty()) return t.empty();
  if (p.starts_with("**/")) {
    if (slow(p.substr(3), t)) return true;
    for (std::size_t i = 0; i < t.size(); ++i)
      if (t[i] == '/' && slow(p.substr(3), t.substr(i + 1))) return true;
    return false;
  }
  if (p[0] == '*') {
    if (slow(p.substr(1), t)) return true;
    return !t.empty() && t[0] != '/' && slow(p, t.substr(1));
  }
  if (t.empty()) return false;
  return (p[0] == '?' ? t[0] != '/' : p[0] == t[0]) && slow(p.substr(1), t.substr(1));
}

TEST(Glob, AgreesWithTheDefinitionOnAllSmallCases) {
  const std::string pieces[] = {"a", "b", "/", "*", "?", "/**/"};
  const std::string bytes = "ab/";
  std::vector<std::string> texts = {""};
  for (std::size_t i = 0; texts[i].size() < 6; ++i)
    for (const char c : bytes) texts.push_back(texts[i] + c);
  unsigned seed = 1;
  const auto next = [&seed] { return seed = seed * 1664525U + 1013904223U, seed >> 16U; };
  for (int round = 0; round < 400; ++round) {
    std::string pattern = next() % 4 == 0 ? "**/" : "";
    for (unsigned n = 1 + next() % 6; n > 0; --n) {
      const std::string& piece = pieces[next() % 6];
      if (pattern.ends_with('*') && piece == "*") continue;
      pattern += pattern.ends_with("/") && piece == "/**/" ? "**/" : piece;
    }
    for (const auto& text : texts) ASSERT_EQ(glob(pattern, text), slow(pattern, text)) << pattern << " on " << text;
  }
}

TEST(PathFilter, APatternWithoutSlashIsMetByAnyPart) {
  EXPECT_TRUE(PathFilter("*.py").matches("src/a.py"));
  EXPECT_TRUE(PathFilter("tests").matches("src/tests/a.py"));
  EXPECT_TRUE(PathFilter("tests/").matches("src/tests/a.py"));
  EXPECT_FALSE(PathFilter("test").matches("src/tests/a.py"));
}

TEST(PathFilter, APatternWithSlashCountsFromTheRoot) {
  EXPECT_TRUE(PathFilter("src/auth").matches("src/auth/service.py"));
  EXPECT_FALSE(PathFilter("src/auth").matches("lib/src/auth/service.py"));
  EXPECT_TRUE(PathFilter("src/**/api").matches("src/a/b/api/x.ts"));
  EXPECT_TRUE(PathFilter("/README.md").matches("README.md"));
  EXPECT_FALSE(PathFilter("/README.md").matches("docs/README.md"));
  EXPECT_TRUE(PathFilter("**/*.java").matches("a/b/C.java"));
}

}  // namespace
}  // namespace grove
