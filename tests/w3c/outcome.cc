#include "tests/w3c/outcome.h"

#include <fmt/format.h>

#include <algorithm>

namespace grove::rdf::w3c {

Outcome compare(const std::vector<Row>& actual, const std::vector<Row>& expected) {
  if (isomorphic(actual, expected)) return "";
  return fmt::format("expected\n{}but got\n{}", text_of(expected), text_of(actual));
}

std::vector<Row> rows_of(const std::vector<Quad>& quads) {
  std::vector<Row> rows;
  for (const Quad& quad : quads) {
    Row row{quad.subject, quad.predicate, quad.object, quad.graph.value_or(literal("", "default"))};
    if (std::ranges::find(rows, row) == rows.end()) rows.push_back(std::move(row));
  }
  return rows;
}

Syntax syntax_of(const std::string& file) { return syntax_of_file(file).value_or(Syntax::kTurtle); }

}  // namespace grove::rdf::w3c
