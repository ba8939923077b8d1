#include "search/query_analysis.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace grove::search {
namespace {

QueryAnalysis analyze(std::string_view query) { return analyze_query(query, Tuning()); }

bool has_term(const QueryAnalysis& analysis, std::string_view term) {
  return std::ranges::any_of(analysis.terms, [&](const QueryTerm& known) { return known.term == term; });
}

TEST(QueryAnalysis, TellsTheKindsOfQueriesApart) {
  EXPECT_EQ(analyze("verify_token").intent, Intent::kSymbol);
  EXPECT_EQ(analyze("Rack::Response").intent, Intent::kSymbol);
  EXPECT_EQ(analyze("Context").intent, Intent::kSymbol);
  EXPECT_EQ(analyze("src/auth/service.py").intent, Intent::kPath);
  EXPECT_EQ(analyze("json log formatting").intent, Intent::kSemantic);
  EXPECT_EQ(analyze("how requests are dispatched").intent, Intent::kArchitecture);
}

TEST(QueryAnalysis, FindsIdentifiersInsideProse) {
  EXPECT_EQ(analyze("where is verify_token called").identifiers, std::vector<std::string>{"verify_token"});
  EXPECT_EQ(analyze("TypeHandler and custom type mapping").identifiers, std::vector<std::string>{"TypeHandler"});
  EXPECT_TRUE(analyze("json log formatting").identifiers.empty());
}

TEST(QueryAnalysis, DropsWordsWithoutTopicUnlessNothingElseIsThere) {
  const QueryAnalysis question = analyze("how does the router match");
  EXPECT_FALSE(has_term(question, "the"));
  EXPECT_FALSE(has_term(question, "how"));
  EXPECT_TRUE(has_term(question, "router"));
  EXPECT_FALSE(analyze("how does it").terms.empty());
}

TEST(QueryAnalysis, EmptyAndBlankQueriesAskForNothing) {
  EXPECT_TRUE(analyze("").terms.empty());
  EXPECT_TRUE(analyze(" \t\n").terms.empty());
}

TEST(QueryAnalysis, PunctuationAloneNamesNothing) {
  for (const char* query : {"!", "->", "...", "@", "\x01"}) {
    for (const std::string& identifier : analyze(query).identifiers) EXPECT_FALSE(identifier.empty()) << query;
  }
  EXPECT_EQ(analyze("parse").identifiers, std::vector<std::string>{"parse"});
}

TEST(QueryAnalysis, NoticesWhoAsksForTests) {
  EXPECT_TRUE(analyze("unit tests of the parser").asks_for_tests);
  EXPECT_FALSE(analyze("latest version of the parser").asks_for_tests);
}

}  // namespace
}  // namespace grove::search
