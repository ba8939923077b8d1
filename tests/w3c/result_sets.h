#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/w3c/isomorphism.h"

namespace grove::rdf::w3c {

/// The answer of SELECT or ASK. Every row has a term for each variable.
struct ResultSet {
  std::vector<std::string> variables;  ///< Sorted.
  std::vector<Row> rows;
  bool is_boolean = false;
  bool boolean = false;
};

/// What stands in a row for a variable without a value.
Term unbound();

/// By the ending of the file that it stands in: `srj`, `srx`, `tsv`, or `ttl` and `rdf` in the vocabulary of result sets, with this base.
ResultSet read_result_set(std::string_view text, std::string_view ending, const std::string& base_iri = "http://example.org/");

}  // namespace grove::rdf::w3c
