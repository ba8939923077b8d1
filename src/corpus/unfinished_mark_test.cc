#include "corpus/unfinished_mark.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace grove::corpus {
namespace {

TEST(UnfinishedMark, StaysUpUntilItIsLowered) {
  std::string folder = (std::filesystem::temp_directory_path() / "grove-mark-XXXXXX").string();
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  EXPECT_FALSE(UnfinishedMark::is_up(folder));
  ASSERT_TRUE(UnfinishedMark::raise(folder));
  ASSERT_TRUE(UnfinishedMark::raise(folder));
  EXPECT_TRUE(UnfinishedMark::is_up(folder));
  ASSERT_TRUE(UnfinishedMark::lower(folder));
  ASSERT_TRUE(UnfinishedMark::lower(folder));
  EXPECT_FALSE(UnfinishedMark::is_up(folder));
  std::filesystem::remove_all(folder);
}

TEST(UnfinishedMark, ThatItCannotBeRaisedIsAnError) { EXPECT_FALSE(UnfinishedMark::raise("/nowhere/at/all")); }

}  // namespace
}  // namespace grove::corpus
