#include "base/utf8.h"

#include <gtest/gtest.h>

#include <vector>

namespace grove {
namespace {

/// RFC 3629 by decoding and encoding again.
bool valid_by_decoding(const std::string& text) {
  std::string again;
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint point = code_point_at(text, i);
    append_utf8(again, point.value);
    i += point.size;
  }
  return again == text;
}

TEST(Utf8, TextIsValidExactlyWhereItSurvivesDecoding) {
  // Every pair of bytes, alone and inside sequences, far into the fast path.
  for (int a = 0; a < 256; ++a) {
    for (int b = 0; b < 256; ++b) {
      const std::string pair = {static_cast<char>(a), static_cast<char>(b)};
      for (const std::string& text : {pair, pair + "\x80\x80", "\xF0" + pair + "\xBF", std::string(19, 'x') + pair + "\xBFx"})
        ASSERT_EQ(is_valid_utf8(text), valid_by_decoding(text)) << a << " " << b << " " << text.size();
    }
  }
}

TEST(Utf8, OverlongFormsSurrogatesAndTooLargeValuesAreRefused) {
  for (const char* bad : {"\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xF8\x88\x80\x80\x80", "\x80", "\xE2\x82"})
    EXPECT_FALSE(is_valid_utf8(bad));
  EXPECT_TRUE(is_valid_utf8("\xF4\x8F\xBF\xBF \xEF\xBF\xBF 漢字 🎉"));
  EXPECT_EQ(valid_utf8_prefix("漢\xE6"), 3U);
}

TEST(Utf8, IllFormedPartsAreReplacedOneByOne) {
  EXPECT_EQ(to_valid_utf8("a\xFF"
                          "b"),
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(to_valid_utf8("\xE2\x82z"), "\xEF\xBF\xBDz") << "one for a cut-off sequence";
  EXPECT_EQ(to_valid_utf8("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(to_valid_utf8("漢字"), "漢字");
}

TEST(Utf8, CodePointsAreCountedNotBytes) {
  EXPECT_EQ(count_code_points("añ漢🎉"), 4U);
  EXPECT_EQ(code_point_at("🎉", 0).value, 0x1F389U);
  EXPECT_EQ(code_point_at("🎉", 0).size, 4U);
}

TEST(Utf8, TextIsNotCutInsideACodePoint) {
  const std::string text = "a漢b";
  EXPECT_EQ(utf8_boundary(text, 1), 1U);
  EXPECT_EQ(utf8_boundary(text, 2), 1U);
  EXPECT_EQ(utf8_boundary(text, 3), 1U);
  EXPECT_EQ(utf8_boundary(text, 4), 4U);
  EXPECT_EQ(utf8_boundary(text, 99), 5U);
}

}  // namespace
}  // namespace grove
