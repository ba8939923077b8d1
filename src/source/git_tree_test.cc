#include "source/git_tree.h"

#include <gmock/gmock.h>

namespace grove::source {
namespace {

using namespace std::string_view_literals;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::IsEmpty;

constexpr auto kOutput =
    "100644 blob aaaa     120\tsrc/z.c\0"
    "160000 commit bbbb       -\tlib\0"
    "100644 blob cccc 7\tname\twith\ntab\0"sv;

TEST(GitTree, EntriesComeInByteOrderOfTheirPaths) {
  EXPECT_THAT(read_git_tree(kOutput), ElementsAre(Field(&GitTreeEntry::path, "lib"), Field(&GitTreeEntry::path, "name\twith\ntab"),
                                                  Field(&GitTreeEntry::path, "src/z.c")));
  const GitTreeEntry last = read_git_tree(kOutput).back();
  EXPECT_EQ(last.mode, "100644");
  EXPECT_EQ(last.object, "aaaa");
  EXPECT_EQ(last.size, 120U);
}

TEST(GitTree, WhatHasNoSizeHasNone) { EXPECT_EQ(read_git_tree(kOutput).front().size, 0U); }

TEST(GitTree, RecordsOfAnotherFormAreLeftOut) {
  EXPECT_THAT(read_git_tree(""), IsEmpty());
  EXPECT_THAT(read_git_tree("no tab here\0\0"sv), IsEmpty());
  EXPECT_THAT(read_git_tree("100644 blob\tshort\0"sv), IsEmpty());
  EXPECT_THAT(read_git_tree(kOutput.substr(0, 20)), IsEmpty());
}

}  // namespace
}  // namespace grove::source
