#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

#include "index/lexical/tokenizer.h"

namespace grove::index {

/// How one field counts in BM25F.
struct FieldScoring {
  float weight = 1;
  float b = 0.75F;    ///< How strongly long fields are discounted, 0 to 1.
  float pivot = 100;  ///< Terms of a field of usual length; fixed, so that a score depends on nothing but its unit.
};

/// BM25F (Robertson, Zaragoza, Taylor, "Simple BM25 extension to multiple weighted fields", CIKM 2004) with fixed pivots instead of
/// averages: impacts are computed once and never change, whatever else is in the index. Stands in every segment.
struct Scoring {
  float k1 = 1.2F;
  std::array<FieldScoring, kFieldCount> fields = {{
      {4.0F, 0.3F, 3},    // name
      {1.5F, 0.3F, 6},    // qualified name
      {1.5F, 0.2F, 12},   // path
      {2.0F, 0.4F, 15},   // signature
      {1.2F, 0.5F, 30},   // doc
      {1.0F, 0.7F, 150},  // body
  }};
  std::uint32_t stem_repeats = 2;  ///< How often the file's stem counts in the path field.

  friend bool operator==(const Scoring&, const Scoring&) = default;
};
inline bool operator==(const FieldScoring& a, const FieldScoring& b) { return a.weight == b.weight && a.b == b.b && a.pivot == b.pivot; }

/// How often one term stands in each field of a unit.
using FieldCounts = std::array<std::uint16_t, kFieldCount>;

/// The factors of one unit: `factor[f] · tf[f]` summed is its tf'. `lengths` are the terms in each field.
inline std::array<float, kFieldCount> unit_factors(const Scoring& scoring, std::span<const std::uint32_t, kFieldCount> lengths) {
  std::array<float, kFieldCount> factors{};
  for (std::size_t f = 0; f < factors.size(); ++f) {
    const FieldScoring& field = scoring.fields[f];
    factors[f] = field.weight / (1 - field.b + field.b * static_cast<float>(lengths[f]) / field.pivot);
  }
  return factors;
}

/// tf' / (k1 + tf'): the share of a term's weight that a unit gets, 0 to 1.
inline float exact_impact(const Scoring& scoring, const std::array<float, kFieldCount>& factors, const FieldCounts& counts) {
  float frequency = 0;
  for (std::size_t f = 0; f < factors.size(); ++f) frequency += factors[f] * static_cast<float>(counts[f]);
  return frequency / (scoring.k1 + frequency);
}

/// Impacts stand in 1/255; no term that occurs has impact 0.
inline constexpr float kImpactScale = 255;
inline std::uint8_t quantise_impact(float impact) {
  return static_cast<std::uint8_t>(std::clamp(std::lround(impact * kImpactScale), 1L, 255L));
}

}  // namespace grove::index
