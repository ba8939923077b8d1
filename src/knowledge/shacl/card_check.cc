#include "knowledge/shacl/card_check.h"

#include "knowledge/export_schema.h"
#include "knowledge/graph_view.h"
#include "knowledge/shacl/card_shapes.h"
#include "rdf/syntax.h"

namespace grove::knowledge {

Result<ShaclReport> check_against_card(std::span<const rdf::Quad> data, const SchemaCard& card, const CancelToken& cancel) {
  GROVE_ASSIGN_OR_RETURN(const std::vector<rdf::Quad> shapes, shapes_of(card));
  GROVE_ASSIGN_OR_RETURN(std::vector<rdf::Quad> all, schema_quads(card));
  all.insert(all.end(), data.begin(), data.end());
  return validate({.shapes = shapes, .data = all}, cancel);
}

Result<std::string> report_turtle(const ShaclReport& report) {
  return rdf::serialize(report_quads(report), {.syntax = rdf::Syntax::kTurtle,
                                               .prefixes = {{"sh", std::string(names::kShacl)}, {"xsd", std::string(names::kXsd)}}});
}

}  // namespace grove::knowledge
