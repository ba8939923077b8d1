#pragma once

#include <vector>

#include "knowledge/schema_card.h"
#include "rdf/term.h"

namespace grove::knowledge {

/// Prefixes for the Turtle of a card: `biz` for its namespace, one by its origin for each baseline whose terms share a namespace, and those
/// of RDFS, OWL, XML Schema and schema.org.
std::vector<rdf::Prefix> card_prefixes(const SchemaCard& card);

}  // namespace grove::knowledge
