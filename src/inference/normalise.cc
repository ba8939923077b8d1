#include "inference/normalise.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "base/check.h"

namespace grove::inference {

float normalise(std::span<float> vector) {
  constexpr std::size_t kLanes = 8;  // independent sums, which compilers turn into vector instructions
  float lanes[kLanes] = {};
  std::size_t j = 0;
  for (; j + kLanes <= vector.size(); j += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) lanes[lane] += vector[j + lane] * vector[j + lane];
  }
  double squares = 0;
  for (; j < vector.size(); ++j) squares += static_cast<double>(vector[j]) * static_cast<double>(vector[j]);
  for (const float lane : lanes) squares += static_cast<double>(lane);
  const auto length = static_cast<float>(std::sqrt(squares));
  if (!(length > 0) || !std::isfinite(length)) {
    std::ranges::fill(vector, 0.0F);
    return 0;
  }
  for (float& component : vector) component /= length;
  return length;
}

std::vector<std::int8_t> quantise_rows(std::span<const float> rows, std::size_t dimensions) {
  GROVE_CONTRACT(dimensions > 0 && rows.size() % dimensions == 0);
  std::vector<std::int8_t> result(rows.size());
  for (std::size_t begin = 0; begin < rows.size(); begin += dimensions) {
    const std::span<const float> row = rows.subspan(begin, dimensions);
    float greatest = 0;
    for (const float component : row) greatest = std::max(greatest, std::abs(component));
    if (!(greatest > 0) || !std::isfinite(greatest)) continue;
    const float scale = 127 / greatest;
    for (std::size_t j = 0; j < dimensions; ++j) result[begin + j] = static_cast<std::int8_t>(std::lrint(row[j] * scale));
  }
  return result;
}

}  // namespace grove::inference
