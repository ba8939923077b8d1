#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "knowledge/shacl/path.h"
#include "rdf/term.h"

namespace grove::knowledge {

/// One sh:ValidationResult (SHACL, section 3.6.2).
struct ShaclResult {
  rdf::Term focus;
  std::optional<ShaclPath> path = {};  ///< Nothing at node shapes.
  std::optional<rdf::Term> value = {};
  rdf::Term source_shape;
  rdf::Term component;  ///< `sh:MinCountConstraintComponent`, …
  rdf::Term severity;   ///< `sh:Violation`, `sh:Warning`, `sh:Info` or a shape's own.
  std::vector<rdf::Term> messages = {};
};

struct ShaclReport {
  bool conforms = true;
  std::vector<ShaclResult> results;  ///< By shape, focus node and constraint, in the order of the shapes.
};

struct ShaclRequest {
  std::span<const rdf::Quad> shapes;  ///< Graph names are not looked at.
  std::span<const rdf::Quad> data;
};

/// SHACL Core (W3C Recommendation of 20 July 2017). kInvalidArgument names a shape that is ill-formed. A shape that data lead back
/// to itself is refused: SHACL leaves open what it means. kResourceLimit, kCancelled.
Result<ShaclReport> validate(const ShaclRequest& request, const CancelToken& cancel);

/// The report as RDF, ready to be serialised.
std::vector<rdf::Quad> report_quads(const ShaclReport& report);
/// For people: one line a result, then how many.
std::string report_text(const ShaclReport& report);

}  // namespace grove::knowledge
