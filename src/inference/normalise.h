#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace grove::inference {

/// Scales a vector to length 1. A vector of length zero, or with a component that is not finite, becomes zero. Returns the length it had.
float normalise(std::span<float> vector);

/// Rows of floats as rows of int8: each scaled so that its greatest component is ±127, which keeps its direction but not its length. The
/// cosine of two rows is their dot product over the product of their lengths. A zero row stays zero.
/// REQUIRES: dimensions > 0, rows.size() a multiple of it.
std::vector<std::int8_t> quantise_rows(std::span<const float> rows, std::size_t dimensions);

}  // namespace grove::inference
