#pragma once

#include <span>
#include <string>

#include "base/cancel.h"
#include "base/result.h"
#include "knowledge/schema_card.h"
#include "knowledge/shacl/validate.h"

namespace grove::knowledge {

/// What a graph does that its card forbids, by the card's shapes. Which class is below which is taken from the card, too. Errors as of
/// `validate`.
Result<ShaclReport> check_against_card(std::span<const rdf::Quad> data, const SchemaCard& card, const CancelToken& cancel);

/// The report as Turtle, with the prefix `sh`. Equal reports give equal bytes.
Result<std::string> report_turtle(const ShaclReport& report);

}  // namespace grove::knowledge
