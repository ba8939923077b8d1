#include "syntax/tree/literals.h"

#include <gtest/gtest.h>

namespace grove::syntax {
namespace {

std::string unescaped(std::string_view piece) {
  std::string out;
  append_unescaped(piece, out);
  return out;
}

TEST(Literals, EscapesMeanWhatTheySayInC) {
  EXPECT_EQ(unescaped(R"(a\n\t\r\b\f\a\v\\\"\'\`\/\$z)"), "a\n\t\r\b\f\a\v\\\"'`/$z");
  EXPECT_EQ(unescaped(R"(\x41\u0042\u{43}\U00000044\ud83d\ude00)"), "ABCD\xF0\x9F\x98\x80");
}

TEST(Literals, NulsAndContinuedLinesVanish) { EXPECT_EQ(unescaped("a\\0b\\\nc"), "abc"); }

TEST(Literals, UnknownAndBrokenEscapesStayAsWritten) {
  EXPECT_EQ(unescaped(R"(\q \d+ \u \)"), R"(\q \d+ \u \)");
  EXPECT_EQ(unescaped(""), "");
}

TEST(Literals, QuotesAndPrefixesAreStripped) {
  EXPECT_EQ(without_quotes("\"a\""), "a");
  EXPECT_EQ(without_quotes("r#\"a\"#"), "a");
  EXPECT_EQ(without_quotes("'''a'''"), "a");
  EXPECT_EQ(without_quotes("\""), "");
  EXPECT_EQ(without_quotes(""), "");
  EXPECT_EQ(without_quotes("bare"), "bare");
}

}  // namespace
}  // namespace grove::syntax
