#include "document/pdf/hyphens.h"

#include <gtest/gtest.h>

namespace grove::document::pdf {
namespace {

SeenWords seen_in(const std::vector<std::string>& texts) {
  SeenWords seen;
  for (const std::string& text : texts) {
    std::vector<Word> words = {{.text = text, .box = {.x1 = 10, .y1 = 10}, .size = 10}};
    seen.add({.words = {&words.front()}, .box = words.front().box});
  }
  return seen;
}

std::string joined(std::string first, std::string_view second, const SeenWords& seen = {}) {
  append_line(first, second, seen);
  return first;
}

TEST(Hyphens, AWordThatNothingIsKnownOfIsPutTogether) { EXPECT_EQ(joined("an exam-", "ple of it"), "an example of it"); }

TEST(Hyphens, AWordSeenWithItsHyphenKeepsIt) {
  EXPECT_EQ(joined("it is well-", "known", seen_in({"well-known."})), "it is well-known");
  EXPECT_EQ(joined("it is well-", "known", seen_in({"wellknown", "Well-Known", "well-known"})), "it is well-known");
}

TEST(Hyphens, TwoWordsSeenAloneKeepTheirHyphen) {
  EXPECT_EQ(joined("a read-", "only file", seen_in({"read", "only"})), "a read-only file");
  EXPECT_EQ(joined("a read-", "only file", seen_in({"readonly", "read", "only"})), "a readonly file");
}

TEST(Hyphens, WhatIsNotBetweenLettersKeepsIt) {
  EXPECT_EQ(joined("in UTF-", "8 text"), "in UTF-8 text");
  EXPECT_EQ(joined("with --no-", "Check"), "with --no-Check");
  EXPECT_EQ(joined("a dash -", "then more"), "a dash - then more");
}

TEST(Hyphens, CapitalsArePutTogetherWhereTheWordIsSeenSoOrIsAllCapitals) {
  EXPECT_EQ(joined("the binN-", "MUs", seen_in({"binNMUs"})), "the binNMUs");
  EXPECT_EQ(joined("BINARY PACK-", "AGES"), "BINARY PACKAGES");
}

TEST(Hyphens, TheRestOfAPartedWordIsNoWord) {
  EXPECT_EQ(joined("an admin-", "istrator", seen_in({"admin", "an admin-", "istrator and more"})), "an administrator");
}

TEST(Hyphens, SoftOnesAlwaysGo) { EXPECT_EQ(joined("well\u00AD", "known", seen_in({"well-known"})), "wellknown"); }

TEST(Hyphens, AnAddressThatWasBrokenIsWhole) {
  EXPECT_EQ(joined("see https://example.org/doc/", "policy/ for it"), "see https://example.org/doc/policy/ for it");
  EXPECT_EQ(joined("see https://example.org/well-", "known/x for it"), "see https://example.org/well-known/x for it");
  EXPECT_EQ(joined("either/", "or"), "either/ or");
}

}  // namespace
}  // namespace grove::document::pdf
