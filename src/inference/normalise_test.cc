#include "inference/normalise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace grove::inference {
namespace {

TEST(Normalise, GivesLengthOneAndReturnsTheOldLength) {
  std::vector<float> vector = {3, 0, 4};
  EXPECT_FLOAT_EQ(normalise(vector), 5);
  EXPECT_FLOAT_EQ(vector[0], 0.6F);
  EXPECT_FLOAT_EQ(vector[2], 0.8F);
}

TEST(Normalise, LeavesNothingOfVectorsWithoutADirection) {
  std::vector<float> zero(9, 0);
  EXPECT_EQ(normalise(zero), 0);
  std::vector<float> broken = {1, std::numeric_limits<float>::quiet_NaN(), 2};
  EXPECT_EQ(normalise(broken), 0);
  EXPECT_EQ(broken, std::vector<float>(3, 0));
}

TEST(QuantiseRows, KeepsDirectionsToAHalfPerCent) {
  std::mt19937 random(7);
  std::normal_distribution<float> component;
  constexpr std::size_t kDimensions = 256;
  std::vector<float> rows(20 * kDimensions);
  for (float& value : rows) value = component(random);
  const auto quantised = quantise_rows(rows, kDimensions);
  for (std::size_t row = 0; row < 20; ++row) {
    double dot = 0;
    double exact = 0;
    double rounded = 0;
    for (std::size_t j = row * kDimensions; j < (row + 1) * kDimensions; ++j) {
      dot += static_cast<double>(rows[j]) * quantised[j];
      exact += static_cast<double>(rows[j]) * static_cast<double>(rows[j]);
      rounded += static_cast<double>(quantised[j]) * quantised[j];
    }
    EXPECT_GT(dot / std::sqrt(exact * rounded), 0.9999);
  }
}

TEST(QuantiseRows, ScalesEachRowByItsOwnGreatestComponent) {
  const std::vector<float> rows = {0.5F, -1, 0, 0, 0.001F, 0.002F};
  EXPECT_EQ(quantise_rows(rows, 2), (std::vector<std::int8_t>{64, -127, 0, 0, 64, 127}));
}

}  // namespace
}  // namespace grove::inference
