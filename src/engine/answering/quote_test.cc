#include "engine/answering/quote.h"

#include <gtest/gtest.h>

namespace grove::engine {
namespace {

constexpr std::string_view kPassage =
    "Release-critical bugs\n\nA bug is reported by anyone. A bug is release critical when it makes the package unfit for release. "
    "The\nmaintainer "
    "decides. Others may disagree.\n\n- Priorities are for maintainers alone.";

TEST(Quote, IsTheSentenceThatAnswersLetterForLetter) {
  EXPECT_EQ(best_quote(kPassage, "when is a bug release critical for a package?", {}),
            "A bug is release critical when it makes the package unfit for release.");
  EXPECT_NE(kPassage.find(best_quote(kPassage, "what does the maintainer decide?", {})), std::string_view::npos);
  EXPECT_EQ(best_quote(kPassage, "who sets priorities?", {}), "- Priorities are for maintainers alone.");
}

TEST(Quote, TakesTheNextSentenceWhereItSaysTheRest) {
  EXPECT_EQ(best_quote("Bees live in hives. Hives have frames. The sun shines.", "do bees need frames in hives?", {}),
            "Bees live in hives. Hives have frames.");
}

TEST(Quote, IsNeverAHeading) {
  const std::vector<std::string> headings = {"Queues", "The DELAYED queue"};
  constexpr std::string_view kSection = "5.11.3. The DELAYED queue\n\nUploads wait in it for up to 15 days. Nobody reads it.";
  EXPECT_EQ(best_quote(kSection, "how long do uploads wait in the delayed queue?", headings), "Uploads wait in it for up to 15 days.");
  EXPECT_EQ(best_quote("## The DELAYED queue\n\nNothing else.", "delayed queue", headings), "");
}

TEST(Quote, IsEmptyWhereNoWordIsThere) {
  EXPECT_EQ(best_quote(kPassage, "zebra", {}), "");
  EXPECT_EQ(best_quote("", "bug", {}), "");
}

TEST(Quote, EndsAtAWordAndBetweenCharactersWhereASentenceIsLong) {
  std::string words;
  for (int i = 0; i < 100; ++i) words += "bug über ";
  const std::string quote = best_quote(words, "bug", {});
  EXPECT_LE(quote.size(), 320U);
  EXPECT_EQ(words.find(quote), 0U);
  EXPECT_TRUE(quote.ends_with("bug") || quote.ends_with("über")) << quote;
  std::string unbroken = "bug";
  for (int i = 0; i < 400; ++i) unbroken += "ü";
  EXPECT_EQ(best_quote(unbroken + " bug", "bug", {}).size() % 2, 1U) << "a character is cut";
}

}  // namespace
}  // namespace grove::engine
