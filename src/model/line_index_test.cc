#include "model/line_index.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace grove {
namespace {

std::string lines_as_text(std::string_view text) {
  const LineIndex index(text);
  std::string shown;
  for (std::uint32_t line = 1; line <= index.count(); ++line) {
    const ByteRange bytes = index.bytes_of(line);
    shown += "[" + std::string(text.substr(bytes.begin, bytes.size())) + "]";
  }
  return shown;
}

TEST(LineIndex, EndsLinesAtLfCrlfAndCr) {
  EXPECT_EQ(lines_as_text("a\nb\n"), "[a\n][b\n]");
  EXPECT_EQ(lines_as_text("a\r\nb\r\n"), "[a\r\n][b\r\n]");
  EXPECT_EQ(lines_as_text("a\rb\r"), "[a\r][b\r]");
  EXPECT_EQ(lines_as_text("a\r\n\rb\n\r\nc"), "[a\r\n][\r][b\n][\r\n][c]");
  EXPECT_EQ(lines_as_text("\n"), "[\n]");
  EXPECT_EQ(lines_as_text("no end"), "[no end]");
  EXPECT_EQ(lines_as_text(""), "");
}

TEST(LineIndex, FindsTheLineOfEveryByte) {
  const LineIndex index("ab\r\nc\n\nd");
  EXPECT_EQ(index.line_of(0), 1U);
  EXPECT_EQ(index.line_of(3), 1U);
  EXPECT_EQ(index.line_of(4), 2U);
  EXPECT_EQ(index.line_of(6), 3U);
  EXPECT_EQ(index.line_of(7), 4U);
  EXPECT_EQ(index.line_of(100), 4U);
  EXPECT_EQ(LineIndex("").line_of(0), 1U);
}

TEST(LineIndex, RangesTouchTheLinesOfTheirBytesOnly) {
  const LineIndex index("ab\ncd\nef\n");
  EXPECT_EQ(index.lines_of({0, 3}), (LineRange{1, 1}));
  EXPECT_EQ(index.lines_of({0, 4}), (LineRange{1, 2}));
  EXPECT_EQ(index.lines_of({3, 3}), (LineRange{2, 2}));
  EXPECT_EQ(index.bytes_of(LineRange{2, 3}), (ByteRange{3, 9}));
  EXPECT_EQ(index.bytes_of(LineRange{3, 9}), (ByteRange{6, 9}));
  EXPECT_EQ(index.bytes_of(LineRange{4, 9}), (ByteRange{}));
}

TEST(LineIndex, ColumnsCountCodePointsAndUtf16Units) {
  const std::string text = "x\n日本😀z";
  const LineIndex index(text);
  const auto z = static_cast<std::uint32_t>(text.find('z'));
  EXPECT_EQ(code_point_column(text, index, 2), 1U);
  EXPECT_EQ(code_point_column(text, index, z), 4U);
  EXPECT_EQ(code_point_column(text, index, z - 1), 3U) << "inside the emoji";
  EXPECT_EQ(utf16_column(text, index, z), 4U);
  EXPECT_EQ(utf16_column(text, index, 0), 0U);
}

// The plain definition, one byte at a time, as the oracle of the fast path.
TEST(LineIndex, AgreesWithCountingByteByByte) {
  std::mt19937 random(7);
  const std::string_view alphabet = "ab\n\r";
  for (int round = 0; round < 300; ++round) {
    std::string text;
    const std::size_t size = random() % 40;
    const std::size_t letters = round % 2 == 0 ? 3 : 4;
    while (text.size() < size) text += alphabet[random() % letters];
    const LineIndex index(text);
    std::uint32_t line = 1;
    for (std::uint32_t at = 0; at < text.size(); ++at) {
      ASSERT_EQ(index.line_of(at), line) << "byte " << at << " of " << testing::PrintToString(text);
      if (text[at] == '\n' || (text[at] == '\r' && (at + 1 == text.size() || text[at + 1] != '\n'))) ++line;
    }
  }
}

}  // namespace
}  // namespace grove
