#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/static/weights.h"

namespace grove::inference {

/// Instruction sets that `add_rows` has a path for.
enum class SimdLevel : std::uint8_t { kScalar, kAvx2, kAvx512 };

/// The levels this processor has, the fastest last. Never empty.
std::vector<SimdLevel> simd_levels();

/// sum += the vectors of all tokens, repeats counted. All levels give the same bits: a scale times a row's number is exact in a float, and
/// each component is added up in the order of `tokens`.
/// REQUIRES: every token < weights.tokens(); sum.size() == weights.dimensions(); the processor has `level`.
void add_rows(const StaticWeights& weights, std::span<const std::uint32_t> tokens, std::span<float> sum, SimdLevel level);

}  // namespace grove::inference
