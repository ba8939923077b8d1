#include "search/name_agreement.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace grove::search {
namespace {

double agreement(std::vector<std::string> terms, std::string_view name) {
  const std::vector<double> weights(terms.size(), 1.0);
  return NameAgreement(terms, weights, 1).of(name);
}

TEST(NameAgreement, IsOneWhereNameAndQueryAreTheSameWords) { EXPECT_DOUBLE_EQ(agreement({"verify", "token"}, "verifyToken"), 1); }

TEST(NameAgreement, CountsWhatIsMissingOnEitherSide) {
  EXPECT_DOUBLE_EQ(agreement({"verify", "token"}, "token"), 2.0 / 3);
  EXPECT_DOUBLE_EQ(agreement({"token"}, "verify_token"), 2.0 / 3);
  EXPECT_DOUBLE_EQ(agreement({"token"}, "cache_line"), 0);
  EXPECT_DOUBLE_EQ(agreement({}, "token"), 0);
  EXPECT_DOUBLE_EQ(agreement({"token"}, ""), 0);
}

TEST(NameAgreement, SeesWordsInOtherFormsAndScripts) {
  for (const auto& [query, name] : {std::pair("entries", "Entry"),
                                    {"queries", "buildQuery"},
                                    {"dries", "DryRun"},
                                    {"ÜBERSICHT", "übersicht"},
                                    {"x", "x"},
                                    {"caches", "HTTPCache"},
                                    {"数据库", "数据库"}}) {
    EXPECT_GT(agreement(index::query_terms(query), name), 0) << query << " in " << name;
  }
}

/// The quick look at first letters must not hide a name that agrees.
TEST(NameAgreement, FindsEveryWordOfANameInItself) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 2000; ++round) {
    std::string name;
    for (std::uint64_t letters = 2 + random() % 9; letters > 0; --letters) name += static_cast<char>('a' + random() % 26);
    if (random() % 2 == 0) name += random() % 2 == 0 ? "ies" : "ing";
    if (random() % 3 == 0) name.front() = static_cast<char>(name.front() - 32);
    EXPECT_GT(agreement(index::query_terms(name), "get_" + name), 0) << name;
  }
}

}  // namespace
}  // namespace grove::search
