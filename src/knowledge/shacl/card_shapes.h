#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "knowledge/schema_card.h"
#include "rdf/term.h"

namespace grove::knowledge {

/// SHACL shapes that say what the card allows: for each class what its properties may hold, by datatype and class, and for each property
/// which classes may have it. Values of an enum are listed. Nothing is required that the card doesn't require.
Result<std::vector<rdf::Quad>> shapes_of(const SchemaCard& card);
/// The same as Turtle. Equal cards give equal bytes.
Result<std::string> shapes_turtle(const SchemaCard& card);

}  // namespace grove::knowledge
