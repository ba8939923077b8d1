#include "word_agreement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace grove::document {
namespace {

TEST(WordAgreement, PunctuationAndCaseMakeNoDifference) {
  EXPECT_THAT(words_of("The “debian/rules” file—é, 2.1!"), testing::ElementsAre("the", "debian", "rules", "file", "é", "2", "1"));
  EXPECT_EQ(words_of("\uFB01le"), words_of("FILE"));
}

TEST(WordAgreement, OrderMattersToTheSequenceAlone) {
  const auto agreement = compare_words(words_of("a b c d"), words_of("c d a b"));
  EXPECT_DOUBLE_EQ(agreement.bag, 1);
  EXPECT_DOUBLE_EQ(agreement.sequence, 0.5);
}

TEST(WordAgreement, PassagesMayStandElsewhere) {
  EXPECT_DOUBLE_EQ(compare_words(words_of("a b c d e x y z v w"), words_of("x y z v w a b c d e")).passages, 1);
  EXPECT_DOUBLE_EQ(compare_words(words_of("a b c d e q"), words_of("a b c d e r")).passages, 10.0 / 12);
}

TEST(WordAgreement, WordsOfOneSideCountAgainstIt) {
  const auto agreement = compare_words(words_of("a b c"), words_of("a c x c"));
  EXPECT_DOUBLE_EQ(agreement.bag, 4.0 / 7);
  EXPECT_DOUBLE_EQ(agreement.sequence, 4.0 / 7);
}

}  // namespace
}  // namespace grove::document
