#include "inference/static/pooling.h"

#include <gtest/gtest.h>

#include <random>

#include "base/bytes.h"
#include "base/check.h"

namespace grove::inference {
namespace {

std::string random_model(std::uint32_t tokens, std::uint32_t dimensions, std::mt19937& random) {
  ByteWriter writer;
  writer.raw("SEMB");
  writer.fixed<std::uint32_t>(1);
  writer.fixed(tokens);
  writer.fixed(dimensions);
  for (std::uint32_t i = 0; i < tokens; ++i) writer.fixed(static_cast<std::uint16_t>(0x1000 + random() % 0x2000));
  for (std::uint32_t i = 0; i < tokens * dimensions; ++i) writer.fixed(static_cast<std::int8_t>(random()));
  return std::move(writer).bytes();
}

TEST(AddRows, GivesTheSameBitsOnEveryInstructionSet) {
  std::mt19937 random(3);
  for (const std::uint32_t dimensions : {1U, 7U, 8U, 16U, 33U, 64U, 100U, 256U, 300U, 512U}) {
    const std::string bytes = random_model(50, dimensions, random);
    const auto weights = StaticWeights::view(bytes);
    ASSERT_TRUE(weights.has_value());
    std::vector<std::uint32_t> tokens(333);
    for (auto& token : tokens) token = static_cast<std::uint32_t>(random() % 50);
    std::vector<float> expected(dimensions, 0.25F);
    add_rows(*weights, tokens, expected, SimdLevel::kScalar);
    for (const SimdLevel level : simd_levels()) {
      std::vector<float> sum(dimensions, 0.25F);
      add_rows(*weights, tokens, sum, level);
      EXPECT_EQ(sum, expected) << dimensions << " dimensions, level " << static_cast<int>(level);
    }
  }
}

TEST(AddRows, CountsRepeatsAndAddsNothingForNoTokens) {
  std::mt19937 random(5);
  const std::string bytes = random_model(2, 4, random);
  const auto weights = StaticWeights::view(bytes);
  ASSERT_TRUE(weights.has_value());
  std::vector<float> sum(4, 0);
  add_rows(*weights, {}, sum, SimdLevel::kScalar);
  EXPECT_EQ(sum, std::vector<float>(4, 0));
  add_rows(*weights, std::vector<std::uint32_t>{1, 1}, sum, SimdLevel::kScalar);
  EXPECT_EQ(sum[3], 2 * weights->scale(1) * static_cast<float>(weights->row(1)[3]));
}

TEST(AddRows, RefusesASumOfAnotherSize) {
  std::mt19937 random(5);
  const std::string bytes = random_model(2, 4, random);
  std::vector<float> sum(5, 0);
  EXPECT_THROW(add_rows(*StaticWeights::view(bytes), {}, sum, SimdLevel::kScalar), ContractViolation);
}

}  // namespace
}  // namespace grove::inference
