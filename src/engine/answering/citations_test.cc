#include "engine/answering/citations.h"

#include <gmock/gmock.h>

namespace grove::engine {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Citations, ThoseThatMeanSomethingStay) {
  const CheckedAnswer answer = check_citations("Orders are saved [1][3]. See [1, 2] and [2-3].", {1, 2, 3});
  EXPECT_EQ(answer.text, "Orders are saved [1][3]. See [1, 2] and [2-3].");
  EXPECT_THAT(answer.cited, ElementsAre(1U, 2U, 3U));
  EXPECT_THAT(answer.unfounded, IsEmpty());
}

TEST(Citations, ThoseOfWhatWasNotRetrievedGo) {
  const CheckedAnswer answer = check_citations("A [4]. B [1, 9]. C [0], D [2-4] [4].", {1, 2, 3});
  EXPECT_EQ(answer.text, "A. B [1]. C, D [2, 3].");
  EXPECT_THAT(answer.cited, ElementsAre(1U, 2U, 3U));
  EXPECT_THAT(answer.unfounded, ElementsAre("[4]", "[9]", "[0]"));
}

TEST(Citations, CodeAndWordsInBracketsAreNone) {
  const std::string text = "`items[7]` and `a [8]`, names[7], [see below], [x](y), [1.5], ```\n[9]\n``` and [";
  const CheckedAnswer answer = check_citations(text, {1});
  EXPECT_EQ(answer.text, text);
  EXPECT_THAT(answer.unfounded, IsEmpty());
  EXPECT_THAT(answer.cited, IsEmpty());
}

TEST(Citations, HugeNumbersAndRangesBreakNothing) {
  EXPECT_EQ(check_citations("x [99999999999999999999]", {1}).text, "x [99999999999999999999]");
  EXPECT_EQ(check_citations("x [1-4000000000]", {1}).text, "x [1-4000000000]");
  EXPECT_EQ(check_citations("x [5-1]", {1}).text, "x [5-1]");
}

}  // namespace
}  // namespace grove::engine
