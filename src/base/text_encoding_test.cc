#include "base/text_encoding.h"

#include <gtest/gtest.h>

#include "base/encoding_detector.h"

namespace grove {
namespace {

using namespace std::string_view_literals;

TEST(DecodeText, EveryEncodingThatFilesAreFoundInBecomesUtf8) {
  EXPECT_EQ(decode_text("größe")->text, "größe");
  EXPECT_EQ(decode_text("\xEF\xBB\xBFgröße")->text, "größe");
  EXPECT_EQ(decode_text("Die Gr\xF6\xDF"
                        "e der Stadt")
                ->text,
            "Die Größe der Stadt");
  EXPECT_EQ(decode_text("a\0b\0c\0d\0"sv)->text, "abcd");
  EXPECT_EQ(decode_text("")->text, "");
}

TEST(DecodeText, BinaryDataIsNoText) {
  EXPECT_FALSE(
      decode_text("\x7F"
                  "ELF\2\1\1\0\0\0\3\0\x3E\0\1\0"sv));
  EXPECT_FALSE(decode_text("\x01\x02\x03\x80\x81\x04\x05\x06\xFF"sv));
}

TEST(DecodeByName, TheEncodingThatADocumentNamesIsObeyed) {
  EXPECT_EQ(decode_by_name("\x82\xA0", "Shift_JIS"), "あ");
  EXPECT_EQ(decode_by_name("\xE4\xFF", "iso-8859-1"), "äÿ");
  EXPECT_EQ(decode_by_name("a\xFFz", "utf-8"), "a\uFFFDz");
  EXPECT_FALSE(decode_by_name("a", "no such encoding"));
}

}  // namespace
}  // namespace grove
