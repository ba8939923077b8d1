#include "index/lexical/tokenizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "index/lexical/stemmer.h"

namespace grove::index {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> terms_of(std::string_view text) {
  std::vector<std::string> terms;
  tokenize(text, [&](std::string_view term) { terms.emplace_back(term); });
  return terms;
}

std::string stemmed(std::string word) {
  word += ' ';
  const std::size_t size = stem(word.data(), word.size() - 1);
  return word.substr(0, size);
}

TEST(Tokenizer, IdentifiersComeWholeAndInParts) {
  EXPECT_THAT(terms_of("verify_token"), ElementsAre("verify_token", "verify", "token"));
  EXPECT_THAT(terms_of("getHTTPResponse"), ElementsAre("gethttpresponse", "get", "http", "respons"));
  EXPECT_THAT(terms_of("HTTPServer"), ElementsAre("httpserver", "http", "server"));
  EXPECT_THAT(terms_of("MAX_RETRIES"), ElementsAre("max_retries", "max", "retry"));
  EXPECT_THAT(terms_of("utf8"), ElementsAre("utf8", "utf"));
  EXPECT_THAT(terms_of("sha256Sum"), ElementsAre("sha256sum", "sha", "256", "sum"));
  EXPECT_THAT(terms_of("parseURLs"), ElementsAre("parseurls", "parse", "url"));
  EXPECT_THAT(terms_of("__init__"), ElementsAre("__init__", "init"));
  EXPECT_THAT(terms_of("_"), IsEmpty());
}

TEST(Tokenizer, AWordOfOnePartComesOnceAndStemmed) {
  EXPECT_THAT(terms_of("Tokens"), ElementsAre("token"));
  EXPECT_THAT(terms_of("x"), ElementsAre("x"));
  EXPECT_THAT(terms_of("parsing the queries"), ElementsAre("parse", "the", "query"));
}

TEST(Tokenizer, OperatorsAndPunctuationSeparate) {
  EXPECT_THAT(terms_of("a->next.value(b::c[1])"), ElementsAre("a", "next", "value", "b", "c", "1"));
  EXPECT_THAT(terms_of("src/auth-service.py"), ElementsAre("src", "auth", "servic", "py"));
}

TEST(Tokenizer, NumbersStayWholeWithoutTheirSuffix) {
  EXPECT_THAT(terms_of("42 0xFFul 1_000"), ElementsAre("42", "0xff", "1_000"));
  EXPECT_THAT(terms_of("3d_model"), ElementsAre("3d_model", "model"));
}

TEST(Tokenizer, HugeAndRandomWordsAreNoTerms) {
  EXPECT_THAT(terms_of(std::string(100'000, 'a')), IsEmpty());
  EXPECT_THAT(terms_of("aGVsbG8gd29ybGQhISEgdGhpcyBpcyBiYXNlNjQ"), ElementsAre("agvsbg8gd29ybgqhisegdghpcybpcybiyxnlnjq"));
  const std::string name = "test_that_a_long_descriptive_name_of_a_function_keeps_its_parts_even_when_it_is_too_long";
  const auto terms = terms_of(name);
  EXPECT_THAT(terms, ::testing::Contains("descriptiv"));
  EXPECT_THAT(terms, ::testing::Not(::testing::Contains(name)));
}

TEST(Tokenizer, ScriptsWithoutSpacesBecomeBigrams) {
  EXPECT_THAT(terms_of("数据库"), ElementsAre("数据", "据库"));
  EXPECT_THAT(terms_of("中"), ElementsAre("中"));
  EXPECT_THAT(terms_of("打开file文件"), ElementsAre("打开", "file", "文件"));
  EXPECT_THAT(terms_of("データベース"), ElementsAre("デー", "ータ", "タベ", "ベー", "ース"));
  EXPECT_THAT(terms_of("ﾃﾞｰﾀ"), ElementsAre("デー", "ータ"));  // half width folds to full width
  EXPECT_THAT(terms_of("查询，索引。"), ElementsAre("查询", "索引"));
}

TEST(Tokenizer, LongRunsLoseNoBigram) {
  std::string run;
  for (int i = 0; i < 500; ++i) run += i % 2 == 0 ? "天" : "地";
  EXPECT_EQ(terms_of(run).size(), 499U);
}

TEST(Tokenizer, OtherScriptsAreFoldedAndNormalised) {
  EXPECT_THAT(terms_of("Größe"), ElementsAre("grösse"));
  EXPECT_EQ(terms_of("caf\u00e9"), terms_of("cafe\u0301"));
  EXPECT_THAT(terms_of("größe_maxÄnderung"), ElementsAre("grösse_maxänderung", "grösse", "max", "änderung"));
  EXPECT_THAT(terms_of("Привет"), ElementsAre("привет"));
}

TEST(Tokenizer, PictographsAreTermsAndOtherSignsSeparate) { EXPECT_THAT(terms_of("done🎉 a—b"), ElementsAre("done", "🎉", "a", "b")); }

TEST(Tokenizer, IllFormedBytesSeparate) {
  EXPECT_THAT(terms_of("ab\xFF\xFE"
                       "cd\xE4\xB8"),
              ElementsAre("ab", "cd"));
}

TEST(Tokenizer, AQueryHasEachTermOnce) { EXPECT_THAT(query_terms("token Token tokens user"), ElementsAre("token", "user")); }

TEST(Stemmer, FormsOfAWordMeet) {
  for (const auto& family : std::vector<std::vector<std::string>>{{"query", "queries", "querying", "queried"},
                                                                  {"parse", "parses", "parsed", "parsing"},
                                                                  {"cache", "caches", "cached", "caching"},
                                                                  {"index", "indexes", "indexed", "indexing"},
                                                                  {"name", "names", "named", "naming"},
                                                                  {"handle", "handles", "handled", "handling"},
                                                                  {"map", "maps", "mapped", "mapping"},
                                                                  {"embed", "embedded", "embedding", "embeddings"},
                                                                  {"call", "calls", "called", "calling"},
                                                                  {"resolve", "resolves", "resolved", "resolving"},
                                                                  {"merge", "merges", "merged", "merging"},
                                                                  {"class", "classes"}})
    for (const std::string& word : family) EXPECT_EQ(stemmed(word), stemmed(family[0])) << word;
}

TEST(Stemmer, WordsThatOnlyLookAlikeStayApart) {
  for (const std::string word : {"string", "status", "need", "process", "this", "bus", "thing", "free", "state"})
    EXPECT_EQ(stemmed(word), word);
  EXPECT_NE(stemmed("state"), stemmed("stats"));
  EXPECT_NE(stemmed("note"), stemmed("not"));
}

}  // namespace
}  // namespace grove::index
