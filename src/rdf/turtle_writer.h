#pragma once

#include <span>
#include <string>

#include "base/result.h"
#include "rdf/syntax.h"

namespace grove::rdf {

/// Turtle or TriG (by `request.syntax`) for people: subjects in the order in which they first stand, with all their statements, types
/// first; the prefixes that are needed; blank nodes that are the object of one statement, and lists, where they are used. RDF 1.1 Turtle
/// and TriG.
Result<std::string> write_turtle(std::span<const Quad> quads, const SerializeRequest& request);

}  // namespace grove::rdf
