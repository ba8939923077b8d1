#include "source/ignore_rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <set>

#include "base/text.h"
#include "source/testing/folder.h"

namespace grove::source {
namespace {

std::optional<bool> verdict(std::string_view rules, std::string_view path, EntryType type = EntryType::kFile) {
  return IgnoreRules(rules).match(path, type);
}

TEST(IgnoreRules, TheLastRuleThatFitsDecides) {
  EXPECT_EQ(verdict("*.log\n!keep.log\n", "a/keep.log"), false);
  EXPECT_EQ(verdict("!keep.log\n*.log\n", "a/keep.log"), true);
  EXPECT_EQ(verdict("*.log\n", "a/b.txt"), std::nullopt);
}

TEST(IgnoreRules, ASlashAnchorsAndASlashAtTheEndMeansFolders) {
  EXPECT_EQ(verdict("/a\n", "a"), true);
  EXPECT_EQ(verdict("/a\n", "b/a"), std::nullopt);
  EXPECT_EQ(verdict("b/a\n", "b/a"), true);
  EXPECT_EQ(verdict("b/a\n", "c/b/a"), std::nullopt);
  EXPECT_EQ(verdict("a/\n", "x/a", EntryType::kFolder), true);
  EXPECT_EQ(verdict("a/\n", "x/a"), std::nullopt);
}

TEST(IgnoreRules, BomCrLfCommentsAndTrailingSpacesAreReadAsGitReadsThem) {
  EXPECT_EQ(verdict("\xEF\xBB\xBF*.o\n", "a.o"), true);
  EXPECT_EQ(verdict("*.o\r\n*.a\r\n", "a.o"), true);
  EXPECT_EQ(verdict("#x\n\\#y\n", "#y"), true);
  EXPECT_EQ(verdict("#x\n", "#x"), std::nullopt);
  EXPECT_EQ(verdict("x   \n", "x"), true);
  EXPECT_EQ(verdict("x\\ \n", "x "), true);
  EXPECT_EQ(verdict("x\t\n", "x"), std::nullopt);
  EXPECT_EQ(verdict("last", "last"), true);
  EXPECT_EQ(verdict("\\!important\n", "!important"), true);
}

TEST(IgnoreRules, AnyBytesAreRules) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    std::string bytes;
    for (auto i = random() % 60; i > 0; --i) bytes += static_cast<char>(random() % 4 == 0 ? random() : "*?[]!\\/\n \r-a:"[random() % 13]);
    const IgnoreRules rules(bytes);
    rules.match("a/b:c", EntryType::kFile);
    rules.match("a", EntryType::kFolder);
  }
}

TEST(IgnoreRules, ManyRulesAreNoBurden) {
  std::string bytes;
  for (int i = 0; i < 200'000; ++i) bytes += "name" + std::to_string(i) + "\n";
  const IgnoreRules rules(bytes);
  for (int i = 0; i < 100'000; ++i) ASSERT_EQ(rules.match("folder/other" + std::to_string(i), EntryType::kFile), std::nullopt);
  EXPECT_EQ(rules.match("folder/name77", EntryType::kFile), true);
}

constexpr unsigned kRounds = 10;

/// Random trees with random rules, each judged by the real git.
class IgnoreOracle : public ::testing::TestWithParam<unsigned> {
 protected:
  unsigned pick(unsigned count) { return static_cast<unsigned>(random_() % count); }
  std::string one_of(const std::vector<std::string>& items) { return items[pick(static_cast<unsigned>(items.size()))]; }

  std::string name() {
    return one_of({"a", "b", "c", "foo", "bar", "foobar", "a.c", "b.o", "x y", "#h", "!n", "a-b", "[z]", "é", "t ", "Q"});
  }

  std::string pattern_part() {
    switch (pick(9)) {
      case 0: return "*";
      case 1: return "**";
      case 2: return "*" + one_of({"o", ".c", "bar", "b", ""});
      case 3: return one_of({"fo", "a", "b"}) + "*";
      case 4:
        return one_of({"[ab]", "[!a]", "[a-c]*", "[[:alpha:]]*", "[^b]*", "?", "f?o", "[[z]]", "[]a]", "[a", "\\[z]", "\\#h", "\\!n"});
      case 5: return one_of({"foo**", "**bar", "a**b", "x\\ y", "t\\ ", "\\a", "a\\", "*.?", "***", "f*o*r"});
      default: return name();
    }
  }

  std::string rule() {
    if (pick(12) == 0) return one_of({"", "#comment", "!", "/", "//", " ", "\\", "!/", "/*", "!*/", "*/", "/**", "**/"});
    std::string text = pick(4) == 0 ? "!" : "";
    if (pick(4) == 0) text += "/";
    text += pattern_part();
    for (unsigned more = pick(3); more > 0; --more) text += "/" + pattern_part();
    if (pick(4) == 0) text += "/";
    if (pick(8) == 0) text += one_of({" ", "  ", "\\ ", "\t"});
    return text;
  }

  std::string rules() {
    std::string bytes = pick(10) == 0 ? "\xEF\xBB\xBF" : "";
    const std::string end = pick(5) == 0 ? "\r\n" : "\n";
    for (unsigned count = 1 + pick(5); count > 0; --count) bytes += rule() + end;
    if (pick(4) == 0) bytes.resize(bytes.size() - end.size());
    return bytes;
  }

  std::string folder() {
    std::string path;
    for (unsigned depth = pick(4); depth > 0; --depth) path += name() + "/";
    return path;
  }

  std::mt19937 random_;
};

std::set<std::string> split_nul(const std::string& output) {
  std::set<std::string> paths;
  for (const auto path : split(output, '\0'))
    if (!path.empty()) paths.insert(std::string(path));
  return paths;
}

TEST_P(IgnoreOracle, TheListingIsThatOfGit) {
  for (unsigned round = 0; round < kRounds; ++round) {
    random_.seed(GetParam() * 1000 + round);
    const testing::SourceFolder tree;
    tree.init();
    std::string all_rules;
    for (unsigned count = 5 + pick(25); count > 0; --count) {
      const std::string path = folder() + name();
      // A name may already stand for a folder, or the other way round.
      std::error_code failed;
      std::filesystem::create_directories(std::filesystem::path(tree / path).parent_path(), failed);
      if (!failed && !std::filesystem::exists(tree / path)) tree.write(path, "x");
    }
    const bool force_some = pick(3) == 0;
    if (force_some) {
      std::vector<std::string> command = {"add", "-f", "--"};
      for (const auto& path : split_nul(tree.git({"ls-files", "-oz"})))
        if (pick(4) == 0) command.push_back(":(literal)" + path);
      if (command.size() > 3) tree.git(command);
    }
    for (unsigned count = 1 + pick(4); count > 0; --count) {
      const std::string path = folder() + ".gitignore";
      std::error_code failed;
      if (count > 1 && !std::filesystem::is_directory(std::filesystem::path(tree / path).parent_path(), failed)) continue;
      const std::string place = count == 1 ? ".gitignore" : path;
      const std::string bytes = rules();
      all_rules.append("== ").append(place).append("\n").append(bytes);
      tree.write(place, bytes);
    }
    if (pick(3) == 0) {
      const std::string bytes = rules();
      all_rules += "== exclude\n" + bytes;
      tree.write(".git/info/exclude", bytes);
    }
    std::set<std::string> expected = split_nul(tree.git({"ls-files", "-coz", "--exclude-standard"}));
    const auto listed = testing::readable(testing::list_folder(tree.path()));
    ASSERT_EQ(std::set<std::string>(listed.begin(), listed.end()), expected) << "seed " << GetParam() << " round " << round << "\n"
                                                                             << all_rules;
    ASSERT_TRUE(std::ranges::is_sorted(listed));

    if (force_some) continue;
    // A plain folder reads the same rules; only .git/info/exclude is gone with the rest of .git.
    std::filesystem::remove(tree / ".git/info/exclude");
    expected = split_nul(tree.git({"ls-files", "-coz", "--exclude-standard"}));
    // Where rules leave nothing of a plain folder, not all of them count.
    if (expected.empty()) continue;
    std::filesystem::remove_all(tree / ".git");
    const auto plain = testing::readable(testing::list_folder(tree.path()));
    ASSERT_EQ(std::set<std::string>(plain.begin(), plain.end()), expected) << "seed " << GetParam() << " round " << round << "\n"
                                                                           << all_rules;
  }
}

/// Many rules over one tree of short names, where nearly every rule meets something.
class DenseIgnoreOracle : public ::testing::TestWithParam<unsigned> {
 protected:
  std::string rule() {
    static const std::vector<std::string> kPieces = {"a",   "b",   "ab", "/",    "/",    "/",   "*", "**",
                                                     "**/", "/**", "?",  "[ab]", "[!a]", "\\a", "c"};
    std::string text = random_() % 4 == 0 ? "!" : "";
    for (auto count = 1 + random_() % 5; count > 0; --count) text += kPieces[random_() % kPieces.size()];
    return text + "\n";
  }

  std::mt19937 random_;
};

TEST_P(DenseIgnoreOracle, TheListingIsThatOfGit) {
  const testing::SourceFolder tree;
  tree.init();
  for (const std::string a : {"a", "b", "ab", "abc", "c"}) {
    tree.write(a + ".f", "");
    for (const char* below : {"a", "b", "abab", "cb"}) {
      const std::string folder = std::string(a).append("/").append(below);
      for (const char* name : {".f", "/a", "/ba", "/b", "/ab/c/a"}) tree.write(folder + name, "");
    }
  }
  for (unsigned round = 0; round < 60; ++round) {
    random_.seed(GetParam() * 1000 + round);
    std::string shown;
    for (const char* place : {".gitignore", "a/.gitignore", "ab/b/.gitignore", ".git/info/exclude"}) {
      std::string bytes;
      for (auto count = random_() % 4; count > 0; --count) bytes += rule();
      tree.write(place, bytes);
      shown += "== " + std::string(place) + "\n" + bytes;
    }
    const auto expected = split_nul(tree.git({"ls-files", "-oz", "--exclude-standard"}));
    const auto listed = testing::readable(testing::list_folder(tree.path()));
    ASSERT_EQ(std::set<std::string>(listed.begin(), listed.end()), expected) << "seed " << GetParam() << " round " << round << "\n"
                                                                             << shown;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, DenseIgnoreOracle, ::testing::Range(1U, 4U));
INSTANTIATE_TEST_SUITE_P(Seeds, IgnoreOracle, ::testing::Range(1U, 5U));

}  // namespace
}  // namespace grove::source
