#pragma once

#include "base/result.h"
#include "knowledge/catalog/catalog.h"
#include "knowledge/schema_card.h"

namespace grove::knowledge {

/// Gives terms of baselines that the catalog has their own IRIs, where a card doesn't say them: cards of other programs don't. Classes are
/// found by name, properties by domain and name, else by name where the baseline has one IRI of it.
Status add_baseline_iris(SchemaCard& card, const Catalog& catalog);

}  // namespace grove::knowledge
