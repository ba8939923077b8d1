#include "base/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace grove {
namespace {

using testing::ElementsAre;

TEST(Text, CaseFoldingIsUnicodesAndKeepsIllFormedBytes) {
  EXPECT_EQ(fold_case("Straße ÄÖÜ ΣΑΣ"), fold_case("STRASSE äöü σας"));
  EXPECT_EQ(fold_case("GetUser"), "getuser");
  EXPECT_EQ(fold_case("A\xFF\xC3Z"), "a\xFF\xC3z");
  EXPECT_EQ(to_lower_ascii("ÄZ"), "Äz");
  EXPECT_TRUE(equals_ignoring_ascii_case("Bearer", "bEARER"));
  EXPECT_FALSE(equals_ignoring_ascii_case("Bearer", "bEARERs"));
}

TEST(Text, PiecesKeepWhatIsBetweenSeparators) {
  EXPECT_THAT(split("a,,b,", ','), ElementsAre("a", "", "b", ""));
  EXPECT_THAT(split("", ','), ElementsAre(""));
  EXPECT_THAT(split_words("  a\tb \r\n c "), ElementsAre("a", "b", "c"));
  EXPECT_THAT(split_words(" \n"), ElementsAre());
  EXPECT_EQ(trim(" \t a b\r\n"), "a b");
  EXPECT_EQ(trim(" "), "");
  EXPECT_EQ(join({"a", "b"}, ", "), "a, b");
  EXPECT_EQ(replace_all("aaa", "a", "aa"), "aaaaaa");
}

TEST(Text, PathsComeApart) {
  EXPECT_EQ(base_name("src/a/b.py"), "b.py");
  EXPECT_EQ(base_name("b.py"), "b.py");
  EXPECT_EQ(parent_path("src/a/b.py"), "src/a");
  EXPECT_EQ(parent_path("b.py"), "");
  EXPECT_EQ(extension("a/service.test.ts"), "ts");
  EXPECT_EQ(extension("a.d/Makefile"), "");
  EXPECT_EQ(extension(".gitignore"), "");
}

TEST(Text, SizesReadWell) {
  EXPECT_EQ(readable_size(1), "1 byte");
  EXPECT_EQ(readable_size(1023), "1023 bytes");
  EXPECT_EQ(readable_size(4U << 20U), "4.0 MB");
  EXPECT_EQ(readable_size(13002342), "12.4 MB");
  EXPECT_EQ(readable_size((1ULL << 30U) - 1), "1.0 GB");
}

}  // namespace
}  // namespace grove
