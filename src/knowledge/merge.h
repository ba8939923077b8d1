#pragma once

#include "base/clock.h"
#include "knowledge/alignment.h"
#include "knowledge/schema_card.h"

namespace grove::knowledge {

/// The next card: what the proposal adds to the previous one. Terms are joined by normal name, properties by (domain, name); the longer
/// description wins; the origin, IRI and name of the previous card stay. Ranges become those of DatatypeRange. Lists are sorted without
/// regard to case. Warnings of both are kept, and of references to classes that nobody defines. Deterministic but for the clock.
SchemaCard merge(const SchemaCard& previous, const ProposalOrAlignment& proposal, const Clock& clock);

/// Sorts the lists of a card and brings its warnings about unknown classes up to date.
void settle(SchemaCard& card);

/// The card without terms, of a namespace.
SchemaCard empty_card(std::string name_space, const Clock& clock);

}  // namespace grove::knowledge
