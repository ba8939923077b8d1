#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "knowledge/schema_card.h"
#include "rdf/term.h"

namespace grove::knowledge {

/// The card as an ontology in OWL: a class or property each, with label, comment, superclasses, domain and range; events as classes. Terms
/// that have an IRI keep it. A property of several classes says so by schema:domainIncludes, since several rdfs:domain would mean all of
/// them at once; ranges likewise. kInvalidArgument where the namespace makes no IRIs.
Result<std::vector<rdf::Quad>> schema_quads(const SchemaCard& card);
/// The same as Turtle. Equal cards give equal bytes.
Result<std::string> schema_turtle(const SchemaCard& card);

}  // namespace grove::knowledge
