#include "base/printable.h"

#include <gtest/gtest.h>

namespace grove {
namespace {

TEST(Printable, KeepsTextOfAnyLanguage) {
  EXPECT_EQ(printable("größe 数据 😀 שלום\n\tend"), "größe 数据 😀 שלום\n\tend");
  EXPECT_EQ(printable_line("größe 数据 😀 שלום"), "größe 数据 😀 שלום");
}

TEST(Printable, NothingDrivesTheTerminal) {
  EXPECT_EQ(printable(std::string_view("a\x1b[31m\a\0b\x7f", 10)), "a\\x1b[31m\\x07\\x00b\\x7f");
  EXPECT_EQ(printable("\xC2\x9B"
                      "31m"),
            "\\u{009b}31m");  // CSI as one character
  EXPECT_EQ(printable("\x9B"
                      "31m"),
            "\\x9b31m");  // and as one byte
}

TEST(Printable, NothingTurnsTheDirectionOfWriting) {
  EXPECT_EQ(printable("a\u202Eb\u2066c"), "a\\u{202e}b\\u{2066}c");
  EXPECT_EQ(printable("\u200Fok"), "\u200Fok");  // a mark, which right-to-left text needs
}

TEST(Printable, BytesThatAreNoUtf8AreShown) { EXPECT_EQ(printable("x\xFF\xED\xA0\x80\xC3"), "x\\xff\\xed\\xa0\\x80\\xc3"); }

TEST(Printable, ALineStaysOne) {
  EXPECT_EQ(printable_line("new\nline\r\tend"), "new\\x0aline\\x0d\\x09end");
  EXPECT_EQ(printable("one\r\ntwo"), "one\ntwo");
  EXPECT_EQ(printable("one\rtwo\r\rthree\r"), "one\ntwo\n\nthree\n") << "as old files of the Macintosh have them";
}

}  // namespace
}  // namespace grove
