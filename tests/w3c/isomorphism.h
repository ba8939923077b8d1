#pragma once

#include <string>
#include <vector>

#include "rdf/term.h"

namespace grove::rdf::w3c {

/// A statement or a solution: a term for each place; one without a value is an empty literal of no datatype.
using Row = std::vector<Term>;

/// Whether two multisets of rows are the same but for labels of blank nodes. Decided by colours that blank nodes take from the rows that
/// they stand in, refined until they don't change, and by trying where colours leave a choice.
bool isomorphic(const std::vector<Row>& a, const std::vector<Row>& b);

std::string text_of(const std::vector<Row>& rows);

}  // namespace grove::rdf::w3c
