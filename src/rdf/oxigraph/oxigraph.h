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
  kGroveRdfOtherForm = 3,   ///< The query makes a graph and none is wanted, or the other way round.
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

/// Tells the number of grove::rdf::QueryForm of a query.
std::int32_t grove_rdf_form(GroveRdfBytes text, GroveRdfBytes base_iri, std::int32_t* form, GroveRdfSink why, void* context);

/// A set of quads. Not thread-safe. What changes it is first worked out as a delta (docs/formats/rdf.md), then applied.
struct GroveRdfStore;

GroveRdfStore* grove_rdf_open();
void grove_rdf_close(GroveRdfStore* store);
/// Statements in all graphs together.
std::uint64_t grove_rdf_size(const GroveRdfStore* store);
/// How many statements were removed since it was opened: their terms still take memory.
std::uint64_t grove_rdf_removed(const GroveRdfStore* store);
/// Makes a change; all of the delta is checked before.
std::int32_t grove_rdf_apply(GroveRdfStore* store, GroveRdfBytes delta, GroveRdfSink why, void* context);
/// The change that makes an empty store the same as this one.
std::int32_t grove_rdf_snapshot(const GroveRdfStore* store, GroveRdfSink out, GroveRdfSink why, void* context);
/// A whole graph; an empty name is the default graph.
std::int32_t grove_rdf_graph(const GroveRdfStore* store, GroveRdfBytes graph, std::int32_t syntax, GroveRdfSink out, GroveRdfSink why,
                             void* context);

struct GroveRdfBinding {
  GroveRdfBytes variable;
  GroveRdfTerm value;
};

struct GroveRdfQuery {
  GroveRdfBytes text, base_iri;
  const GroveRdfBinding* bindings;
  std::size_t binding_count;
  const GroveRdfBytes* default_graphs;
  std::size_t default_graph_count;
  const GroveRdfBytes* named_graphs;
  std::size_t named_graph_count;
  std::int32_t union_default_graph;
  std::int32_t solutions;  ///< The number of grove::rdf::SolutionSyntax.
  std::int32_t graph;      ///< The number of grove::rdf::Syntax.
  std::int32_t forms;      ///< The number of grove::rdf::QueryRequest::Forms.
  std::uint64_t rows, bytes;
};

/// Writes the answer piece by piece; `form` is told before the first piece.
std::int32_t grove_rdf_query(const GroveRdfStore* store, const GroveRdfQuery* query, std::int32_t* form, GroveRdfSink out, GroveRdfSink why,
                             void* context);

/// Writes the query with its bindings put in, as SPARQL.
std::int32_t grove_rdf_bound(const GroveRdfQuery* query, GroveRdfSink out, GroveRdfSink why, void* context);

struct GroveRdfUpdate {
  GroveRdfBytes text, base_iri;
  const GroveRdfBytes* using_graphs;
  std::size_t using_graph_count;
  const GroveRdfBytes* using_named_graphs;
  std::size_t using_named_graph_count;
};

/// Makes the change in this store (half of it, where it fails) and writes its delta.
std::int32_t grove_rdf_update(GroveRdfStore* store, const GroveRdfUpdate* update, GroveRdfSink out, GroveRdfSink why, void* context);

struct GroveRdfLoad {
  GroveRdfParse parse;
  GroveRdfBytes graph;    ///< Where triples go that name none; empty: the default graph.
  std::int32_t replaces;  ///< Not 0: what stood in `graph` goes.
};

/// Writes the delta of a load. Blank nodes are labelled after the prefix.
std::int32_t grove_rdf_load(const GroveRdfLoad* load, GroveRdfBytes blank_prefix, GroveRdfSink out, GroveRdfSink why, void* context);
/// Writes the delta that takes a graph away. kGroveRdfNotFound where it isn't there.
std::int32_t grove_rdf_drop(const GroveRdfStore* store, GroveRdfBytes graph, GroveRdfSink out, GroveRdfSink why, void* context);
}
