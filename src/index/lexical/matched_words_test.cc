#include "index/lexical/matched_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "index/lexical/tokenizer.h"

namespace grove::index {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> words_of(std::string_view query, std::initializer_list<std::string_view> texts) {
  return matched_words(query_terms(query), std::vector(texts));
}

TEST(MatchedWords, StandAsTheTextWritesThem) {
  EXPECT_THAT(words_of("expire sessions", {"removes Expired ones of a session"}), ElementsAre("Expired", "session"));
  EXPECT_THAT(words_of("query parsing", {"def parse(queries):"}), ElementsAre("queries", "parse"));
}

TEST(MatchedWords, APartOfAnIdentifierIsShownAlone) {
  EXPECT_THAT(words_of("verify token", {"bool verifyToken(Token)"}), ElementsAre("verify", "Token"));
  EXPECT_THAT(words_of("http url", {"HTTPServer_of(URLs)"}), ElementsAre("HTTP", "URLs"));
}

TEST(MatchedWords, AnIdentifierIsShownWholeWhereItWasAskedForWhole) {
  EXPECT_THAT(words_of("verify_token", {"x = Verify_Token(y)"}), ElementsAre("Verify_Token", "Verify", "Token"));
  EXPECT_THAT(words_of("verify_token", {"verifying a token"}), ElementsAre("verifying", "token"));
}

TEST(MatchedWords, EarlierTextsAreLookedAtFirstAndEachWordIsShownOnce) {
  EXPECT_THAT(words_of("token", {"nothing here", "TOKEN", "token"}), ElementsAre("TOKEN"));
  EXPECT_THAT(matched_words(std::vector<std::string>{"token", "token"}, std::vector<std::string_view>{"Token token"}),
              ElementsAre("Token"));
}

TEST(MatchedWords, WhatIsNotThereIsLeftOut) {
  EXPECT_THAT(words_of("token", {"tok", "", "broken"}), IsEmpty());
  EXPECT_THAT(matched_words({}, {}), IsEmpty());
}

TEST(MatchedWords, OtherScriptsAreFound) {
  EXPECT_THAT(words_of("größe", {"die GRÖSSE und Größe"}), ElementsAre("GRÖSSE"));
  EXPECT_THAT(words_of("検索", {"全文検索する"}), ElementsAre("検索"));
}

/// Whatever the index finds is shown.
TEST(MatchedWords, EveryTermOfATextIsGivenByAWordOfIt) {
  const std::string_view text =
      "int parseHTTPHeaders2(const std::vector<std::string>& raw_lines) { // Parses the héaders, 0xFF, 1_000 détails\n"
      "  for (auto it = XMLs.begin(); it; ++it) __init__(it->second, kMaxTermBytes, sha256sum, \"Straße\", utf8_boundary);}";
  tokenize(text, [&](std::string_view term) {
    const std::vector<std::string> one = {std::string(term)};
    EXPECT_EQ(matched_words(one, std::vector{text}).size(), 1U) << term;
  });
}

}  // namespace
}  // namespace grove::index
