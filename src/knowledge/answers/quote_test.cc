#include "knowledge/answers/quote.h"

#include <gtest/gtest.h>

namespace grove::knowledge {
namespace {

std::string found(std::string_view text, std::string_view quote) {
  const auto place = QuotedText(text).find(quote);
  return place ? std::string(text.substr(place->begin, place->end - place->begin)) : "(none)";
}

std::string named(std::string_view text, std::string_view name) {
  const auto place = QuotedText(text).find_name(name);
  return place ? std::string(text.substr(place->begin, place->end - place->begin)) : "(none)";
}

TEST(Quote, StandsLetterByLetterButForWhiteSpace) {
  const std::string text = "The  maintainer\n\tuploads a\u00A0package.  Twice.";
  EXPECT_EQ(found(text, "maintainer uploads a package."), "maintainer\n\tuploads a\u00A0package.");
  EXPECT_EQ(found(text, " The   maintainer "), "The  maintainer");
  EXPECT_EQ(found(text, "the maintainer"), "(none)") << "another letter";
  EXPECT_EQ(found(text, "maintainer uploads packages"), "(none)");
  EXPECT_EQ(found(text, ""), "(none)");
  EXPECT_EQ(found(text, "  \n"), "(none)");
}

TEST(Quote, MarksAroundItAreNotLookedFor) {
  const std::string text = "It was “the first” of its kind.";
  EXPECT_EQ(found(text, "\"the first\""), "the first");
  EXPECT_EQ(found(text, "…of its kind."), "of its kind.");
  EXPECT_EQ(found(text, "“the first”"), "“the first”") << "as it stands, where it does";
}

TEST(Quote, NamesStandAsWords) {
  EXPECT_EQ(named("Annotations by Ann Lee.", "Ann"), "Ann");
  EXPECT_EQ(QuotedText("Annotations by Ann Lee.").find_name("Ann")->begin, 15U);
  EXPECT_EQ(named("THE DEBIAN PROJECT", "Debian Project"), "DEBIAN PROJECT");
  EXPECT_EQ(named("Annotations", "Ann"), "(none)");
  EXPECT_EQ(named("the “Ann”…", "Ann"), "Ann");
  EXPECT_EQ(named("Annéa", "Ann"), "(none)");
  EXPECT_EQ(named("version 1.2.3", "1.2"), "1.2") << "a dot ends a word";
}

bool tells(std::string_view text, std::string_view quote, std::string_view name) {
  const QuotedText quoted(text);
  const auto place = quoted.find(quote);
  return place && quoted.is_telling(*place, name);
}

TEST(Quote, APieceOfAWordOrALetterTellsNothing) {
  EXPECT_FALSE(tells("The gate is open.", "e", "Santa Claus"));
  EXPECT_FALSE(tells("The gate is open.", "gat", "Santa Claus"));
  EXPECT_FALSE(tells("Vitamin C is good.", "is", "D")) << "no three letters";
  EXPECT_TRUE(tells("Vitamin C is good.", "C", "c"));
  EXPECT_TRUE(tells("The gate is open.", "gate", "Gate 7"));
  EXPECT_TRUE(tells("The maintainer uploads it.", "The maintainer upl", "maintainer")) << "cut off";
  EXPECT_TRUE(tells("東京は首都です。", "東京", "Tokyo"));
}

TEST(Quote, WordsAroundAPlaceAreWholeWords) {
  const std::string text = "one two three four five six seven eight";
  const QuotedText quoted(text);
  const auto around = quoted.around(*quoted.find("our fi"), 4);
  EXPECT_EQ(text.substr(around.begin, around.end - around.begin), "three four five six");
  const auto all = quoted.around(*quoted.find("four"), 100);
  EXPECT_EQ(text.substr(all.begin, all.end - all.begin), text);
}

}  // namespace
}  // namespace grove::knowledge
