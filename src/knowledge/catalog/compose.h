#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "knowledge/catalog/catalog.h"
#include "knowledge/schema_card.h"

namespace grove::knowledge {

inline constexpr std::string_view kDefaultNameSpace = "http://ontorag.dev/ns/";

struct ComposeRequest {
  std::vector<std::string> slugs;      ///< Of baselines; the first of several terms of one identity stays.
  std::string target_name_space = {};  ///< Of new terms; empty: `kDefaultNameSpace`, never that of somebody else's ontology.
};

/// A schema card of the terms of several baselines, each with its origin and IRI. A class of a second baseline by a name that is taken is
/// left out with a warning.
Result<SchemaCard> compose(const Catalog& catalog, const ComposeRequest& request, const Clock& clock);

/// What one ontology holds.
struct OntologyInspection {
  CatalogEntry entry;
  SchemaCard card;
};
Result<OntologyInspection> inspect(const Catalog& catalog, std::string_view slug);

}  // namespace grove::knowledge
