#pragma once

#include <string>
#include <string_view>

#include "knowledge/graph_view.h"
#include "rdf/term.h"

// Terms of the vocabularies that instance graphs are written in.
namespace grove::knowledge::vocabulary {

using names::kDcterms;
using names::kProv;
using names::kRdf;
using names::kRdfs;
using names::kSkos;
using names::kXsd;
inline constexpr std::string_view kOa = "http://www.w3.org/ns/oa#";
inline constexpr std::string_view kOrp = "https://ontorag.org/provenance#";  ///< OntoRAG Provenance Ontology.

inline rdf::Term term(std::string_view space, std::string_view name) { return rdf::iri(std::string(space) + std::string(name)); }
inline rdf::Term rdf_type() { return term(kRdf, "type"); }

}  // namespace grove::knowledge::vocabulary
