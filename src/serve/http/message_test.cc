#include "serve/http/message.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace grove::serve {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

TEST(Target, IsCutIntoPartsBeforeItIsDecoded) {
  EXPECT_THAT(parse_target("/api/v1/repos/a%2Fb").parts, ElementsAre("api", "v1", "repos", "a/b"));
  EXPECT_THAT(parse_target("/").parts, ElementsAre(""));
  EXPECT_THAT(parse_target("/x/").parts, ElementsAre("x"));
}

TEST(Target, KeepsRepeatedParametersInOrder) {
  const Target target = parse_target("/x?a=1&b=two+words&a=%C3%A4&flag#part");
  EXPECT_THAT(target.query, ElementsAre(Pair("a", "1"), Pair("b", "two words"), Pair("a", "ä"), Pair("flag", "")));
}

TEST(Target, SaysWhereEscapesAreBroken) {
  for (const char* target : {"/%", "/%4", "/%zz", "/x?a=%", "x", "", "*", "http://host/x"}) {
    EXPECT_FALSE(parse_target(target).valid) << target;
  }
  EXPECT_TRUE(parse_target("/a+b?c=%25").valid);
}

}  // namespace
}  // namespace grove::serve
