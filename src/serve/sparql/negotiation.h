#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rdf/triple_store.h"

namespace grove::serve::sparql {

/// What a client that sent `accept` (RFC 9110, section 12.5.1; empty: anything) wants of what we can write; nothing where that is none.
/// Where it is all the same to the client, the first of the enumeration.
std::optional<rdf::SolutionSyntax> wanted_solutions(std::string_view accept);
std::optional<rdf::Syntax> wanted_graph(std::string_view accept);

/// "application/sparql-results+json"
std::string_view media_type(rdf::SolutionSyntax syntax);
/// "text/turtle; charset=utf-8": what is of type `text` would be taken for something else without it.
std::string content_type(rdf::Syntax syntax);

/// A Content-Type taken apart: "text/turtle" in lower case, and whether its charset, if it names one, is UTF-8.
struct ContentType {
  std::string type;
  bool is_utf8 = true;
  std::string boundary;  ///< Of multipart bodies.
};
ContentType read_content_type(std::string_view header);

}  // namespace grove::serve::sparql
