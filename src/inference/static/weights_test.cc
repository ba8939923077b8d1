#include "inference/static/weights.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/bytes.h"

namespace grove::inference {
namespace {

std::string model_of_two_tokens() {
  ByteWriter writer;
  writer.raw("SEMB");
  writer.fixed<std::uint32_t>(1);
  writer.fixed<std::uint32_t>(2);
  writer.fixed<std::uint32_t>(3);
  writer.fixed<std::uint16_t>(0x3c00);  // 1
  writer.fixed<std::uint16_t>(0x3800);  // 0.5
  writer.raw(std::string("\x01\x02\x03\xff\xfe\xfd", 6));
  return std::move(writer).bytes();
}

TEST(StaticWeights, ReadsScalesAndRowsInPlace) {
  const std::string bytes = model_of_two_tokens();
  const auto weights = StaticWeights::view(bytes);
  ASSERT_TRUE(weights.has_value());
  EXPECT_EQ(weights->tokens(), 2U);
  EXPECT_EQ(weights->dimensions(), 3U);
  EXPECT_EQ(weights->scale(1), 0.5F);
  EXPECT_EQ(weights->row(1)[2], -3);
}

TEST(StaticWeights, RefusesEveryTruncationAndForeignHeader) {
  const std::string bytes = model_of_two_tokens();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const auto weights = StaticWeights::view(std::string_view(bytes).substr(0, size));
    ASSERT_FALSE(weights.has_value()) << size;
    EXPECT_EQ(weights.error().code, ErrorCode::kCorrupt);
  }
  std::string other_version = bytes;
  other_version[4] = 2;
  EXPECT_FALSE(StaticWeights::view(other_version).has_value());
  std::string huge = bytes;
  huge[11] = '\x7f';
  EXPECT_FALSE(StaticWeights::view(huge).has_value());
}

TEST(HalfToFloat, CoversNormalSubnormalAndSpecialNumbers) {
  EXPECT_EQ(half_to_float(0x3c00), 1.0F);
  EXPECT_EQ(half_to_float(0xc000), -2.0F);
  EXPECT_EQ(half_to_float(0x7bff), 65504.0F);
  EXPECT_EQ(half_to_float(0x0001), 0x1p-24F);
  EXPECT_EQ(half_to_float(0x83ff), -1023 * 0x1p-24F);
  EXPECT_TRUE(std::isinf(half_to_float(0x7c00)));
  EXPECT_TRUE(std::isnan(half_to_float(0x7e00)));
}

}  // namespace
}  // namespace grove::inference
