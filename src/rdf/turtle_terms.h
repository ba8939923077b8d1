#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "rdf/term.h"

namespace grove::rdf {

/// Writes terms as Turtle has them (RDF 1.1 Turtle, section 6.5), with prefixes, and remembers which of them were used.
class TurtleTerms {
 public:
  explicit TurtleTerms(const std::vector<Prefix>& prefixes);

  /// kInvalidArgument for an IRI, a label or a language tag that is none.
  Result<std::string> text(const Term& term);
  /// `@prefix` lines of those that were used, in the order in which they were given.
  std::string declarations() const;

 private:
  Result<std::string> iri_text(const std::string& iri);
  Result<std::string> literal_text(const Term& term);

  std::vector<Prefix> prefixes_;  // longest first
  std::vector<Prefix> in_order_;
  std::set<std::string> used_;
};

}  // namespace grove::rdf
