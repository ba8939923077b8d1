#include "apps/grove/ingest/repos_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace grove::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

std::vector<ReposEntry> entries_of(std::string_view text) {
  auto entries = parse_repos_file(text, "/etc/grove/repos.yml");
  EXPECT_TRUE(entries.has_value()) << describe(entries.error());
  return entries.value_or(std::vector<ReposEntry>{});
}

Error refused(std::string_view text) {
  const auto entries = parse_repos_file(text, "/etc/grove/repos.yml");
  EXPECT_FALSE(entries.has_value()) << text;
  return entries ? Error{} : entries.error();
}

Error bad_entry(std::string_view text) {
  const auto entries = entries_of(text);
  EXPECT_FALSE(entries.empty() || entries.back().wanted) << text;
  return entries.empty() || entries.back().wanted ? Error{} : entries.back().wanted.error();
}

TEST(ReposFile, SaysWhatIsWanted) {
  const auto entries = entries_of(
      "# ours\nrepos:\n  - url: https://github.com/org/orders\n    branch: main\n    name: orders\n    subpath: order-service  # only "
      "this\n"
      "  - {url: \"git@example.org:org/pay.git\"}\n");
  ASSERT_THAT(entries, SizeIs(2));
  EXPECT_EQ(entries[0].wanted->name, "orders");
  EXPECT_EQ(entries[0].wanted->url, "https://github.com/org/orders");
  EXPECT_EQ(entries[0].wanted->branch, "main");
  EXPECT_EQ(entries[0].wanted->subpath, "order-service");
  EXPECT_EQ(entries[0].label, "orders");
  EXPECT_EQ(entries[1].wanted->url, "git@example.org:org/pay.git");
  EXPECT_EQ(entries[1].wanted->branch, "");
  EXPECT_EQ(entries[1].label, "git@example.org:org/pay.git");
}

TEST(ReposFile, FoldersCountFromWhereItLies) {
  EXPECT_EQ(entries_of("repos: [{url: ../src/shop}]").front().wanted->url, "/etc/src/shop");
  EXPECT_EQ(entries_of("repos: [{url: /src/shop}]").front().wanted->url, "/src/shop");
  EXPECT_EQ(entries_of("repos: [{url: 'file:///src/shop'}]").front().wanted->url, "file:///src/shop");
}

TEST(ReposFile, WhatIsNoYamlIsToldWithLineAndColumn) {
  EXPECT_THAT(refused("repos:\n  - url: a\n    name: [b\n").message, HasSubstr("/etc/grove/repos.yml: line 4, column 1"));
  EXPECT_THAT(refused("repos:\n\t- url: a\n").message, HasSubstr("line 2"));
  EXPECT_THAT(refused("repos: *nobody\n").message, HasSubstr("line 1"));
  EXPECT_THAT(refused("repos: " + std::string(100'000, '[')).message, HasSubstr("line 1"));
}

TEST(ReposFile, WhatIsNoListOfRepositoriesIsToldWithItsLine) {
  for (const char* text : {"", "repos:\n", "- url: a\n", "repos: a\n", "just text", "repos:\n  url: a\n"})
    EXPECT_THAT(refused(text).message, HasSubstr("cannot read /etc/grove/repos.yml, line ")) << text;
  const Error misspelt = refused("\nrepo:\n  - url: a\n");
  EXPECT_THAT(misspelt.message, HasSubstr("line 2: unknown key `repo`"));
  EXPECT_THAT(misspelt.hint, HasSubstr("`repos`"));
}

TEST(ReposFile, ABadEntryNamesItsLineAndLeavesTheOthersAlone) {
  const auto entries = entries_of("repos:\n  - name: orders\n  - url: https://example.org/pay\n  - text\n");
  ASSERT_THAT(entries, SizeIs(3));
  EXPECT_THAT(entries[0].wanted.error().message, HasSubstr("/etc/grove/repos.yml, line 2: the repository has no `url`"));
  EXPECT_EQ(entries[0].label, "orders");
  EXPECT_TRUE(entries[1].wanted.has_value());
  EXPECT_THAT(entries[2].wanted.error().message, HasSubstr("line 4"));
  EXPECT_EQ(entries[2].label, "/etc/grove/repos.yml, line 4");
}

TEST(ReposFile, AKeyThatIsNoneIsRefusedWithTheNearest) {
  const Error error = bad_entry("repos:\n  - url: a\n    brnch: main\n");
  EXPECT_THAT(error.message, HasSubstr("line 3: unknown key `brnch`"));
  EXPECT_THAT(error.hint, HasSubstr("`branch`"));
  EXPECT_THAT(bad_entry("repos:\n  - url: a\n    branch: [b]\n").message, HasSubstr("line 3: `branch` is no text"));
  EXPECT_THAT(bad_entry("repos:\n  - url: a\n    name: b\n    name: c\n").message, HasSubstr("line 4: `name` stands there twice"));
}

TEST(ReposFile, ARepositoryThatStandsThereTwiceIsRefusedOnce) {
  const auto entries =
      entries_of("repos:\n  - {url: a, name: x}\n  - {url: b, name: x}\n  - {url: c}\n  - {url: c, subpath: d}\n  - {url: c}\n");
  EXPECT_TRUE(entries[0].wanted && entries[2].wanted && entries[3].wanted);
  EXPECT_FALSE(entries[1].wanted.has_value());
  EXPECT_FALSE(entries[4].wanted.has_value());
}

TEST(ReposFile, PasswordsOfUrlsAreNotShown) {
  const auto entries = entries_of("repos:\n  - url: https://me:s3cret@example.org/x\n");
  EXPECT_THAT(entries.front().label, Not(HasSubstr("s3cret")));
}

TEST(ReposFile, TheDefaultNamesThePetclinic) {
  const auto entries = entries_of(kDefaultReposFile);
  ASSERT_THAT(entries, SizeIs(1));
  EXPECT_EQ(entries.front().wanted->url, "https://github.com/spring-projects/spring-petclinic");
  EXPECT_EQ(entries.front().wanted->branch, "main");
  EXPECT_EQ(entries.front().wanted->name, "petclinic");
}

}  // namespace
}  // namespace grove::cli
