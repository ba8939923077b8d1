#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "index/lexical/tokenizer.h"

namespace grove::search {

/// Judges how far names are made of a query's words. Holds views of what it is given; not thread-safe.
class NameAgreement {
 public:
  /// `terms` as the tokenizer makes them, `weights` as many; `beta` of the F-measure.
  NameAgreement(std::span<const std::string> terms, std::span<const double> weights, double beta);

  /// The F-measure of how much of the name are words of the query, and how much of the query, by weight, are words of the name; 0 to 1.
  double of(std::string_view name);

 private:
  bool may_agree(std::string_view name) const;

  std::span<const std::string> terms_;
  std::span<const double> weights_;
  double beta_squared_;
  double asked_ = 0;
  // The first two letters of each term, hashed: most names share none with the query and needn't be taken apart.
  std::array<std::uint64_t, 16> openings_{};
  bool short_terms_ = false;
  index::WordTerms words_;
};

}  // namespace grove::search
