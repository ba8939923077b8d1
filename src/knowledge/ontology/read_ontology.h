#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "knowledge/schema_card.h"
#include "rdf/term.h"

namespace grove::knowledge {

/// What an ontology says of itself.
struct OntologyHead {
  std::string name_space;  ///< What its terms begin with; empty where it declares none.
  std::string label;       ///< Empty where it says none, as the next.
  std::string description;
};

OntologyHead head_of(std::span<const rdf::Quad> ontology);

/// The terms that an ontology in OWL or RDFS declares, as a schema card whose items have the origin `slug` and IRIs of their own:
/// rdfs:Class, owl:Class; properties by their type, and rdf:Property by its range (of both kinds where that is mixed). Several domains or
/// ranges, unions and schema:domainIncludes say the same: any of them. Classes without a name, such as restrictions, and the terms of RDF,
/// RDFS, OWL and XML Schema are left out; nothing is fetched for owl:imports. Texts are those in English where there are several languages,
/// else those without a language, else those of the first language by its tag.
SchemaCard card_of_ontology(std::span<const rdf::Quad> ontology, std::string_view slug);

/// What stands behind the last `#`, `/` or `:` of an IRI.
std::string_view local_name(std::string_view iri);

}  // namespace grove::knowledge
