#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace grove::rdf {

/// A term of RDF 1.1, section 3. Its parts are what the abstract syntax says, never escaped: `value` of an IRI has no angle brackets.
struct Term {
  enum class Kind { kIri, kBlank, kLiteral };
  Kind kind = Kind::kIri;
  std::string value;          ///< IRI, label of a blank node without `_:`, or lexical form.
  std::string datatype = {};  ///< Literals: its IRI; empty means xsd:string, or rdf:langString where `language` is set.
  std::string language = {};  ///< Literals: BCP 47 tag, lower case.
  friend auto operator<=>(const Term&, const Term&) = default;
};

Term iri(std::string value);
Term blank(std::string label);
Term literal(std::string lexical_form, std::string datatype = {});

/// `graph` is nothing for the default graph.
struct Quad {
  Term subject;
  Term predicate;
  Term object;
  std::optional<Term> graph = {};
  friend auto operator<=>(const Quad&, const Quad&) = default;
};

struct Prefix {
  std::string name;  ///< Without the colon.
  std::string iri;
};

/// The text as an absolute IRI (RFC 3987); kInvalidArgument says what is wrong with it. Whatever comes from outside passes here before it
/// becomes a term.
Result<Term> parse_iri(std::string_view text);

/// A segment of an IRI's path made of any text: letters, digits and `-._~` stay, all else becomes its UTF-8 bytes in percent form.
std::string iri_segment(std::string_view text);

}  // namespace grove::rdf
