#pragma once

#include <string>
#include <vector>

#include "knowledge/graph_view.h"

namespace grove::knowledge {

/// The literal among these that an English reader wants: `en`, a dialect of it, none, else the first language by its tag. Trimmed.
std::string preferred_text(const std::vector<rdf::Term>& literals);
/// rdfs:label, skos:prefLabel, dcterms:title and their like.
std::string label_of(const GraphView& graph, const rdf::Term& subject);
/// rdfs:comment, skos:definition, dcterms:description and their like.
std::string description_of(const GraphView& graph, const rdf::Term& subject);

}  // namespace grove::knowledge
