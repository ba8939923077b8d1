#pragma once

#include <string>
#include <vector>

#include "knowledge/facts/facts.h"
#include "rdf/syntax.h"
#include "rdf/term.h"

namespace grove::knowledge {

/// One document of a graph, and what stands about it there.
struct DocumentGraph {
  std::string document_id;
  std::string slug;
  std::string graph;             ///< IRI of its named graph.
  std::vector<rdf::Quad> quads;  ///< Without a graph's name.
};

struct GraphRequest {
  const Facts& facts;
  std::span<const ChunkDto> chunks;
  std::span<const DocumentDto> documents;  ///< What is known of them; those that are missing are told by their chunks alone.
  std::string name_space;
};

/// The graph of each document, by id: the facts that it bears out, with its own mentions. A document that goes leaves all other graphs
/// their facts; an entity that only it called by the name that the IRI is made of gets its IRI from what the others call it.
/// docs/knowledge.md describes the shape.
Result<std::vector<DocumentGraph>> instance_graphs(const GraphRequest& request);

/// All graphs together, each statement once, in their order.
std::vector<rdf::Quad> union_of(const std::vector<DocumentGraph>& graphs);
/// With their names.
std::vector<rdf::Quad> named_quads(const std::vector<DocumentGraph>& graphs);

std::vector<rdf::Prefix> instance_prefixes(const std::string& name_space);

/// A name for a document that can stand in IRIs and file names: the file's own without its ending, in lower case. Letters and digits of
/// ASCII, and `-` for all else; `document_id` where nothing is left.
std::string source_slug(const std::string& source_path, const std::string& document_id);
/// Slugs for documents, apart from each other: those that would share one get their document's id behind it.
std::vector<std::string> source_slugs(std::span<const DocumentDto> documents);

}  // namespace grove::knowledge
