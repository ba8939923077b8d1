#include "source/path_text.h"

#include <gtest/gtest.h>

#include <random>

#include "base/utf8.h"

namespace grove::source {
namespace {

TEST(PathText, NearlyEveryPathStaysAsItIs) {
  for (const char* path : {"src/a.c", "größe/漢字 🎉.txt", "a\\b", "a\\xyz", "tab\there"}) EXPECT_EQ(to_text_path(path), path);
}

TEST(PathText, OtherBytesAreShownAndComeBack) {
  EXPECT_EQ(to_text_path("caf\xE9.txt"), "caf\\xe9.txt");
  EXPECT_EQ(to_raw_path("caf\\xe9.txt"), "caf\xE9.txt");
  EXPECT_EQ(to_text_path("a\\xe9"), "a\\x5cxe9") << "a name that already reads so is told apart";
}

TEST(PathText, EveryNameComesBackAndNoTwoReadTheSame) {
  std::mt19937 random(3);
  for (int round = 0; round < 20000; ++round) {
    std::string raw;
    for (auto i = random() % 12; i > 0; --i) raw += "\\x5ce9\xE9\xC3\xA9/\xFF"[random() % 11];
    ASSERT_TRUE(is_valid_utf8(to_text_path(raw)));
    ASSERT_EQ(to_raw_path(to_text_path(raw)), raw);
  }
}

}  // namespace
}  // namespace grove::source
