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
  std::string target_name_space = {};  ///< Empty: that of the only baseline, else `kDefaultNameSpace`.
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

struct FoundClass {
  CardClass item;
  std::string slug;
};
struct FoundProperty {
  CardProperty item;
  std::string slug;
  enum class Kind { kDatatype, kObject } kind = Kind::kDatatype;
};
/// Terms whose name or description holds every word of the query, without regard to case: those by the very name first, then names that
/// begin with it, names with it, descriptions.
Result<std::vector<FoundClass>> search_classes(const Catalog& catalog, std::string_view query);
Result<std::vector<FoundProperty>> search_properties(const Catalog& catalog, std::string_view query);

}  // namespace grove::knowledge
