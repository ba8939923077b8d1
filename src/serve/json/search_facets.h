#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "engine/engine.h"

namespace grove::serve {

class JsonWriter;

/// How the best results of a search spread over repositories, languages and kinds: for filters to choose from.
struct SearchFacets {
  using Counts = std::vector<std::pair<std::string, std::size_t>>;  ///< The most frequent first, then by name.

  std::size_t counted = 0;  ///< Results.
  Counts repositories;
  Counts languages;
  Counts kinds;
};

/// Results beyond are not counted.
inline constexpr std::size_t kMostCounted = 200;

SearchFacets facets_of(const std::vector<engine::UnitHit>& hits);

/// The key `facets` of the object that is being written.
void write_facets(JsonWriter& json, const SearchFacets& facets);

}  // namespace grove::serve
