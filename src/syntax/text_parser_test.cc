#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "syntax/parser.h"

namespace grove::syntax {
namespace {

Facts parse_text(std::string_view text, std::uint32_t unit_bytes = 6000) {
  ParseRequest request{.path = "notes.txt", .language = Language::kPlainText, .text = text, .limits = {}, .cancel = {}};
  request.limits.unit_bytes = unit_bytes;
  return make_text_parser()->parse(request);
}

std::string outline(const Facts& facts) {
  std::string shown;
  for (const Unit& unit : facts.units) {
    shown += std::to_string(unit.lines.first) + "-" + std::to_string(unit.lines.last) + " " + std::string(facts.text(unit.name));
    shown += (unit.part > 0 ? " part " + std::to_string(unit.part) : "") + "\n";
  }
  return shown;
}

/// Units stand one after the other and cover each byte of the text once; whole lines each, but for parts of one long line.
void expect_cover(const Facts& facts, std::string_view text) {
  std::uint32_t byte = 0;
  std::uint32_t line = 1;
  for (const Unit& unit : facts.units) {
    ASSERT_EQ(unit.range.begin, byte);
    const bool inside_line = unit.range.begin > 0 && text[unit.range.begin - 1] != '\n' && text[unit.range.begin - 1] != '\r';
    ASSERT_EQ(unit.lines.first, inside_line ? line - 1 : line);
    ASSERT_FALSE(unit.range.empty());
    byte = unit.range.end;
    line = unit.lines.last + 1;
  }
  EXPECT_EQ(byte, text.size());
  EXPECT_EQ(line, facts.lines + 1);
}

TEST(TextParser, JoinsParagraphsThatFit) {
  const Facts facts = parse_text("one\ntwo\n\nthree\n\n\nfour\n");
  EXPECT_EQ(outline(facts), "1-7 one\n");
  EXPECT_EQ(facts.state, ParseState::kText);
  EXPECT_EQ(facts.lines, 7U);
}

TEST(TextParser, CutsAtBlankLinesWhenFull) {
  const std::string text = std::string(30, 'a') + "\n\n" + std::string(30, 'b') + "\n\n" + std::string(30, 'c') + "\n";
  EXPECT_EQ(outline(parse_text(text, 70)), "1-4 " + std::string(30, 'a') + "\n5-5 " + std::string(30, 'c') + "\n");
}

TEST(TextParser, HeadingsBeginSections) {
  const std::string filler(200, 'x');
  const std::string text = "Title\n=====\n" + filler + "\nUsage\n-----\n" + filler + "\n== Adoc\n" + filler + "\n\\section{Tex}\n";
  EXPECT_EQ(outline(parse_text(text)), "1-3 Title\n4-6 Usage\n7-8 Adoc\n9-9 \\section{Tex}\n");
}

TEST(TextParser, LongParagraphsAreCutBeforeTheLeastIndentedLateLine) {
  std::string text;
  for (int i = 0; i < 12; ++i) text += i == 8 ? "f\n" : "    body\n";
  EXPECT_EQ(outline(parse_text(text, 90)), "1-8 body\n9-12 f part 1\n");
}

TEST(TextParser, LineEndsCountAlike) {
  for (const std::string_view end : {"\n", "\r\n", "\r"}) {
    const std::string text = "a" + std::string(end) + std::string(end) + "bbbb" + std::string(end);
    EXPECT_EQ(outline(parse_text(text, 6)), "1-2 a\n3-3 bbbb\n") << testing::PrintToString(end);
  }
}

TEST(TextParser, NothingMakesNoUnits) {
  EXPECT_EQ(outline(parse_text("")), "");
  EXPECT_EQ(outline(parse_text("\n\n")), "1-2 \n");
}

TEST(TextParser, TitlesAreCutBetweenCodePoints) {
  std::string text;
  for (int i = 0; i < 40; ++i) text += "日";
  const Facts facts = parse_text(text);
  EXPECT_EQ(facts.text(facts.units[0].name).size(), 78U);
}

TEST(TextParser, OneEndlessLineIsCutIntoUnits) {
  const std::string text(std::size_t{100} << 20U, 'x');
  const Facts facts = parse_text(text);
  ASSERT_EQ(facts.units.size(), text.size() / 6000 + 1);
  EXPECT_EQ(facts.lines, 1U);
  expect_cover(facts, text);
}

TEST(TextParser, CoversEveryLineOfAnything) {
  std::mt19937 random(11);
  const std::string_view alphabet = "ab =-\n\n\r \t\xE6\x97";
  for (int round = 0; round < 400; ++round) {
    std::string text;
    const std::size_t size = random() % 300;
    while (text.size() < size) text += alphabet[random() % alphabet.size()];
    const auto limit = static_cast<std::uint32_t>(1 + random() % 60);
    const Facts facts = parse_text(text, limit);
    expect_cover(facts, text);
    for (const Unit& unit : facts.units)
      EXPECT_TRUE(unit.range.size() <= limit + 3 || facts.text(unit.name).empty()) << unit.range.size() << " bytes, limit " << limit;
  }
}

}  // namespace
}  // namespace grove::syntax
