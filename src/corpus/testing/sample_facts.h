#pragma once

#include <random>
#include <string>

#include "model/facts.h"

namespace grove::corpus {

/// Valid facts with rows of every kind, as many as `rows`, the same for the same numbers.
Facts sample_facts(std::uint32_t seed, std::uint32_t rows);

/// All of some facts as text, strings resolved: equal exactly where the facts say the same.
std::string dump_facts(const Facts& facts);

}  // namespace grove::corpus
