#pragma once

#include <string>
#include <vector>

#include "rdf/syntax.h"
#include "tests/w3c/isomorphism.h"

namespace grove::rdf::w3c {

/// Empty where a test passes, else what is wrong.
using Outcome = std::string;

Outcome compare(const std::vector<Row>& actual, const std::vector<Row>& expected);

/// Each statement once, with its graph.
std::vector<Row> rows_of(const std::vector<Quad>& quads);

/// By the name of a file; Turtle where it says nothing.
Syntax syntax_of(const std::string& file);

}  // namespace grove::rdf::w3c
