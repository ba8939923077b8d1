#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "knowledge/alignment.h"
#include "knowledge/catalog/catalog.h"
#include "knowledge/schema_card.h"

namespace grove::knowledge {

/// The terms that an alignment reuses or extends, as a card, of those baselines that the catalog has: for an alignment without the card
/// that it was made with. The baselines' other classes are there as external ones, so that references to them keep their IRIs.
Result<SchemaCard> aligned_baselines(const Catalog& catalog, const Alignment& alignment, const Clock& clock);

}  // namespace grove::knowledge
