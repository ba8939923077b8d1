#pragma once

#include <cstddef>
#include <cstdint>

// What the Rust part offers. Texts are UTF-8 with their size; a sink is called before the function that was given it returns, any number of
// times. Functions that can fail answer a GroveRdfCode and tell `why` in words. Nothing here throws.
extern "C" {

enum GroveRdfCode : std::int32_t {
  kGroveRdfOk = 0,
  kGroveRdfInvalid = 1,     ///< The text is not what it should be; the words say where.
  kGroveRdfLimit = 2,       ///< A limit on rows, bytes or expansion.
  kGroveRdfStopped = 3,     ///< The sink wants no more.
  kGroveRdfNotFound = 4,    ///< There is no such graph.
  kGroveRdfEvaluation = 5,  ///< The query can't be evaluated.
  kGroveRdfCorrupt = 6,     ///< Stored bytes are not what they should be.
  kGroveRdfBug = 7,
};

struct GroveRdfBytes {
  const char* data;
  std::size_t size;
};

struct GroveRdfTerm {
  std::int32_t kind;  ///< 0 none (the default graph), 1 IRI, 2 blank node, 3 literal.
  GroveRdfBytes value;
  GroveRdfBytes datatype;  ///< Literals: empty for xsd:string and rdf:langString.
  GroveRdfBytes language;
};

struct GroveRdfQuad {
  GroveRdfTerm subject, predicate, object, graph;
};

struct GroveRdfPrefix {
  GroveRdfBytes name, iri;
};

using GroveRdfSink = void (*)(void* context, const char* data, std::size_t size);
using GroveRdfQuadSink = void (*)(void* context, const GroveRdfQuad* quad);
using GroveRdfPrefixSink = void (*)(void* context, GroveRdfBytes name, GroveRdfBytes iri);

/// Whether the text is an absolute IRI (RFC 3987).
std::int32_t grove_rdf_check_iri(GroveRdfBytes text, GroveRdfSink why, void* context);

struct GroveRdfParse {
  GroveRdfBytes text;
  std::int32_t syntax;  ///< The number of grove::rdf::Syntax.
  GroveRdfBytes base_iri;
  GroveRdfBytes blank_prefix;
};

/// Hands out the statements in their order, then the prefixes that were declared (`prefixes` may be null). Blank nodes are labelled `b0`,
/// `b1`, … after the prefix, by where they first stand.
std::int32_t grove_rdf_parse(const GroveRdfParse* request, GroveRdfQuadSink quads, GroveRdfPrefixSink prefixes, GroveRdfSink why,
                             void* context);

/// Writes the statements in their order.
std::int32_t grove_rdf_serialize(const GroveRdfQuad* quads, std::size_t count, std::int32_t syntax, const GroveRdfPrefix* prefixes,
                                 std::size_t prefix_count, GroveRdfSink out, GroveRdfSink why, void* context);
}
