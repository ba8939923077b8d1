#pragma once

#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "knowledge/graph_view.h"

namespace grove::knowledge {

/// A property path (SHACL, section 2.3.1).
struct ShaclPath {
  enum class Kind { kPredicate, kInverse, kSequence, kAlternative, kZeroOrMore, kOneOrMore, kZeroOrOne };
  Kind kind = Kind::kPredicate;
  rdf::Term predicate = {};           ///< Of kPredicate.
  std::vector<ShaclPath> parts = {};  ///< One for the kinds of one path.
};

/// kInvalidArgument where the node is no path, kResourceLimit where it has too many parts. Repetitions of repetitions are read as one.
Result<ShaclPath> read_path(const GraphView& shapes, const rdf::Term& node);
/// The nodes at its end, each once. kCancelled.
Result<std::vector<rdf::Term>> follow(const ShaclPath& path, const GraphView& data, const rdf::Term& from, const CancelToken& cancel);
/// As SPARQL writes it: `^<…>/<…>*`.
std::string path_text(const ShaclPath& path);

}  // namespace grove::knowledge
