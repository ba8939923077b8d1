#pragma once

#include <string>
#include <string_view>

#include "rdf/term.h"

// Terms of the vocabularies that instance graphs are written in.
namespace grove::knowledge::vocabulary {

inline constexpr std::string_view kRdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
inline constexpr std::string_view kRdfs = "http://www.w3.org/2000/01/rdf-schema#";
inline constexpr std::string_view kXsd = "http://www.w3.org/2001/XMLSchema#";
inline constexpr std::string_view kSkos = "http://www.w3.org/2004/02/skos/core#";
inline constexpr std::string_view kProv = "http://www.w3.org/ns/prov#";
inline constexpr std::string_view kOa = "http://www.w3.org/ns/oa#";
inline constexpr std::string_view kDcterms = "http://purl.org/dc/terms/";
inline constexpr std::string_view kOrp = "https://ontorag.org/provenance#";  ///< OntoRAG Provenance Ontology.

inline rdf::Term term(std::string_view space, std::string_view name) { return rdf::iri(std::string(space) + std::string(name)); }
inline rdf::Term rdf_type() { return term(kRdf, "type"); }

}  // namespace grove::knowledge::vocabulary
