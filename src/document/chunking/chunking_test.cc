#include "document/chunking.h"

#include <gtest/gtest.h>

#include <string>

#include "document/chunking/text_units.h"

namespace grove::document {
namespace {

std::string sentences(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "Sentence number " + std::to_string(i) + " has seven words. ";
  return text;
}

std::uint32_t words_of(const Document& document, TextSpan span) {
  return count_words(std::string_view(document.text).substr(span.begin, span.end - span.begin));
}

TEST(Chunking, EveryWordLiesInAChunkAndNoneIsMuchLongerThanItsTarget) {
  Document document{.text = sentences(40) + "\n\n" + sentences(3) + "\n\n" + sentences(90) + "\n"};
  document.text += std::string(3000, 'x') + " " + std::string(900, 'y') + "\n";
  const auto chunks = cut_into_chunks(document, {.target_words = 60, .overlap_words = 0});
  std::uint32_t words = 0;
  std::uint64_t end = 0;
  for (const Chunk& chunk : chunks) {
    EXPECT_GE(chunk.span.begin, end);
    EXPECT_LE(chunk.words, 75U);
    EXPECT_EQ(chunk.words, words_of(document, chunk.span));
    for (std::uint64_t i = end; i < chunk.span.begin; ++i) EXPECT_NE(std::string(" \n").find(document.text[i]), std::string::npos);
    words += chunk.words;
    end = chunk.span.end;
  }
  EXPECT_GE(words, count_words(document.text));
  EXPECT_EQ(end, document.text.size() - 1);
}

TEST(Chunking, ChunksOfOneSectionOverlapByWholeSentences) {
  const Document document{.text = sentences(40)};
  const auto chunks = cut_into_chunks(document, {.target_words = 60, .overlap_words = 15});
  ASSERT_GT(chunks.size(), 2U);
  for (std::size_t i = 1; i < chunks.size(); ++i) {
    const TextSpan shared{.begin = chunks[i].span.begin, .end = chunks[i - 1].span.end};
    ASSERT_LT(shared.begin, shared.end);
    EXPECT_EQ(words_of(document, shared), 12U) << "two sentences of six words";
    EXPECT_EQ(document.text.substr(shared.begin, 9), "Sentence ");
  }
}

TEST(Chunking, PagesAndLabelsAreThoseOfTheFirstAndLastWord) {
  Document document{.text = sentences(4) + "\n\n" + sentences(4)};
  const std::uint64_t border = document.text.find("\n\n") + 2;
  document.pages = {{.number = 1, .label = "xii", .span = {.begin = 0, .end = border}},
                    {.number = 2, .label = "1", .span = {.begin = border, .end = document.text.size()}}};
  const auto chunks = cut_into_chunks(document, {.target_words = 100, .overlap_words = 0});
  ASSERT_EQ(chunks.size(), 1U);
  EXPECT_EQ(chunks[0].page, 1U);
  EXPECT_EQ(chunks[0].page_end, 2U);
  EXPECT_EQ(chunks[0].page_label, "xii");
}

TEST(Chunking, NothingComesOfNothing) {
  EXPECT_TRUE(cut_into_chunks({}, {}).empty());
  EXPECT_TRUE(cut_into_chunks({.text = " \n\n\t\n"}, {}).empty());
  EXPECT_EQ(cut_into_chunks({.text = "a"}, {.target_words = 0, .overlap_words = 9}).size(), 1U);
}

TEST(TextUnits, WordsAreCountedInScriptsWithoutSpacesToo) {
  EXPECT_EQ(count_words("two words"), 2U);
  EXPECT_EQ(count_words("  größer\n als\t1 "), 3U);
  EXPECT_EQ(count_words("漢字かな mixed"), 5U);
  EXPECT_EQ(count_words("안녕 하세요"), 2U);
}

TEST(TextUnits, SentencesGoOverLineEndsButNotIntoItems) {
  const std::string text = "One sentence over\ntwo lines. Another one\n- an item\n- a second item";
  std::vector<std::string> found;
  for (const TextSpan span : units_in(text, {.begin = 0, .end = text.size()}, UnitKind::kSentence))
    found.push_back(text.substr(span.begin, span.end - span.begin));
  EXPECT_EQ(found, (std::vector<std::string>{"One sentence over\ntwo lines. ", "Another one\n", "- an item\n", "- a second item"}));
}

TEST(TextUnits, ParagraphsKeepTheIndentationOfTheirFirstLine) {
  const std::string text = "a\nb\n\n   c\n \n\n  d\n";
  std::vector<std::string> found;
  for (const TextSpan span : units_in(text, {.begin = 0, .end = text.size()}, UnitKind::kParagraph))
    found.push_back(text.substr(span.begin, span.end - span.begin));
  EXPECT_EQ(found, (std::vector<std::string>{"a\nb\n\n", "   c\n \n\n", "  d\n"}));
}

TEST(Chunking, NamesOfColumnsThatAreLongerThanAnyChunkAreNotRepeated) {
  for (const auto& [names, repeated] : {std::pair(100, true), std::pair(5000, false)}) {
    Document document;
    for (int i = 0; i < names; ++i) document.text += "n" + std::to_string(i) + " | ";
    document.table_names = {{.begin = 0, .end = document.text.size()}};
    for (int i = 0; i < 400; ++i) document.text += "\nvalue | other";
    document.tables = {{.begin = 0, .end = document.text.size()}};
    document.text += "\n";
    const auto chunks = cut_into_chunks(document, {.target_words = 60});
    ASSERT_GT(chunks.size(), 3U);
    EXPECT_EQ(chunks.back().table_names.has_value(), repeated) << names;
  }
}

TEST(Chunking, AWordWithoutEndIsCut) {
  const Document document{.text = std::string(100'000, 'x')};
  EXPECT_EQ(count_words(document.text), 500U);
  for (const Chunk& chunk : cut_into_chunks(document, {.target_words = 60})) EXPECT_LE(chunk.span.end - chunk.span.begin, 15'000U);
}

}  // namespace
}  // namespace grove::document
