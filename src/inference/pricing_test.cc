#include "inference/pricing.h"

#include <gtest/gtest.h>

namespace grove::inference {
namespace {

TEST(Pricing, KnowsListPricesWithTheirDate) {
  const auto price = list_price("voyage", "voyage-code-3");
  ASSERT_TRUE(price.has_value());
  EXPECT_DOUBLE_EQ(price->dollars_per_million_tokens, 0.18);
  EXPECT_FALSE(price->as_of.empty());
  EXPECT_FALSE(list_price("voyage", "voyage-of-tomorrow").has_value());
  EXPECT_FALSE(list_price("ollama", "voyage-code-3").has_value());
  EXPECT_TRUE(is_paid_provider("gemini"));
  EXPECT_FALSE(is_paid_provider("ollama"));
}

TEST(Pricing, LanguageModelsCostByWhatGoesInAndComesOut) {
  const auto price = chat_list_price("openai/gpt-4o-mini");
  ASSERT_TRUE(price.has_value());
  EXPECT_DOUBLE_EQ(price->of(1'000'000, 500'000), 0.15 + 0.30);
  EXPECT_TRUE(chat_list_price("gpt-4o-mini").has_value());
  EXPECT_FALSE(chat_list_price("qwen2.5:14b").has_value());
}

TEST(Pricing, CountsATokenForThreeBytesBegun) {
  EXPECT_EQ(estimated_tokens(0), 0U);
  EXPECT_EQ(estimated_tokens(1), 1U);
  EXPECT_EQ(estimated_tokens(3000), 1000U);
}

}  // namespace
}  // namespace grove::inference
