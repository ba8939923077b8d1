#include "inference/store/rerank_verdicts.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "base/testing/temporary_folder.h"

namespace grove::inference {
namespace {

TEST(RerankVerdicts, AreKeptByModel) {
  const TemporaryFolder folder;
  const std::string models = folder.path() + "/models";
  EXPECT_FALSE(find_verdict(models, "bge").has_value());
  ASSERT_TRUE(record_verdict(models, "bge", {.difference = 0.01, .low = 0.002, .high = 0.02, .queries = 800}).has_value());
  ASSERT_TRUE(record_verdict(models, "cohere:v3", {.difference = -0.01, .low = -0.02, .high = 0.0, .queries = 800}).has_value());
  ASSERT_TRUE(find_verdict(models, "bge").has_value());
  EXPECT_EQ(find_verdict(models, "bge")->queries, 800U);
  EXPECT_TRUE(does_not_lose(*find_verdict(models, "bge")));
  EXPECT_FALSE(does_not_lose(*find_verdict(models, "cohere:v3")));
}

TEST(RerankVerdicts, AFewQueriesOrAnIntervalBelowZeroAreNotEnough) {
  EXPECT_TRUE(does_not_lose({.difference = 0, .low = 0, .high = 0, .queries = 100}));
  EXPECT_FALSE(does_not_lose({.difference = 0.1, .low = 0.05, .high = 0.2, .queries = 99}));
  EXPECT_FALSE(does_not_lose({.difference = 0.1, .low = -0.001, .high = 0.2, .queries = 1000}));
}

TEST(RerankVerdicts, DamagedOnesAreNone) {
  const TemporaryFolder folder;
  for (const char* text : {"", "[", "[]", R"({"bge": 3})", R"({"bge": {"queries": 5000}})", R"({"bge": {"low": "0", "queries": 5000}})"}) {
    ASSERT_TRUE(write_file(folder / "rerank-verdicts.json", text).has_value());
    const auto verdict = find_verdict(folder.path(), "bge");
    EXPECT_FALSE(verdict && does_not_lose(*verdict)) << text;
  }
}

}  // namespace
}  // namespace grove::inference
