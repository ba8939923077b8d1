#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace grove::inference {

/// The token vectors of a static model (models/static-code/FORMAT.md, "model.bin"), read in place: token t has the vector
/// `scale(t) * row(t)`. Borrows the bytes. Immutable and thread-safe.
class StaticWeights {
 public:
  /// kCorrupt where the bytes are not a whole model of a known version.
  static Result<StaticWeights> view(std::string_view bytes);

  std::uint32_t tokens() const { return static_cast<std::uint32_t>(scales_.size()); }
  std::uint32_t dimensions() const { return dimensions_; }
  /// REQUIRES: token < tokens().
  float scale(std::uint32_t token) const { return scales_[token]; }
  const std::int8_t* row(std::uint32_t token) const { return rows_ + std::size_t{token} * dimensions_; }

 private:
  StaticWeights() = default;

  std::vector<float> scales_;
  const std::int8_t* rows_ = nullptr;
  std::uint32_t dimensions_ = 0;
};

/// The value of an IEEE 754 binary16 number.
float half_to_float(std::uint16_t half);

}  // namespace grove::inference
