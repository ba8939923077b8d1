#include "base/nearest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace grove {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(EditDistance, CountsASwapOnce) {
  EXPECT_EQ(edit_distance("serach", "search"), 1U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
}

TEST(Nearest, OffersTypingErrorsAndBeginningsNearestFirst) {
  const std::vector<std::string> names = {"search", "serve", "show", "stats", "models"};
  EXPECT_THAT(nearest("serach", names), ElementsAre("search"));
  EXPECT_THAT(nearest("serv", names), ElementsAre("serve"));
  EXPECT_THAT(nearest("SHOW", names), ElementsAre("show"));
  EXPECT_THAT(nearest("mod", names), ElementsAre("models"));
  EXPECT_THAT(nearest("frobnicate", names), IsEmpty());
  EXPECT_THAT(nearest(std::string(100000, 'x'), names), IsEmpty());
}

TEST(DidYouMean, ReadsAsASentence) {
  const std::vector<std::string> names = {"shop", "shops", "ship"};
  EXPECT_EQ(did_you_mean("shp", names), "did you mean `ship` or `shop`?");
  EXPECT_EQ(did_you_mean("zzzz", names), "");
}

}  // namespace
}  // namespace grove
