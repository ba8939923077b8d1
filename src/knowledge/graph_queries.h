#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "rdf/triple_store.h"

namespace grove::knowledge {

/// Questions about a knowledge graph, over any triple store, in all of its graphs together. Answers are SPARQL Results JSON unless said
/// otherwise. IRIs are parsed before they are asked about: kInvalidArgument where one is none.
class GraphQueries {
 public:
  /// `store` outlives it.
  GraphQueries(rdf::TripleStore& store, const rdf::QueryLimits& limits) : store_(store), limits_(limits) {}

  /// What is said of a resource, in `syntax`.
  Result<std::string> describe(std::string_view iri, rdf::Syntax syntax, const CancelToken& cancel) const;
  /// Instances of a class with their labels: `s`, `label`.
  Result<std::string> list_by_class(std::string_view class_iri, std::uint32_t limit, const CancelToken& cancel) const;
  /// `p`, `o` of what is said of a resource, and `s`, `p` of what is said with it.
  Result<std::string> outgoing(std::string_view iri, std::uint32_t limit, const CancelToken& cancel) const;
  Result<std::string> incoming(std::string_view iri, std::uint32_t limit, const CancelToken& cancel) const;
  /// Where the facts about resources come from: `s`, `quote`, `source`, `chunkId`, `page`, `section`; `limit` of each. Reads Web
  /// Annotations of the OntoRAG Provenance Ontology, and the mentions by `prov:wasDerivedFrom` of older graphs.
  Result<std::string> mentions(const std::vector<std::string>& iris, std::uint32_t limit, const CancelToken& cancel) const;
  /// A query of the caller's own: SELECT or ASK, and CONSTRUCT or DESCRIBE in `syntax`. kInvalidArgument for any other. Where it names no
  /// graphs by FROM, its default graph is all graphs together (a remote store decides that itself).
  Result<std::string> select(std::string_view query, const CancelToken& cancel) const;
  Result<std::string> construct(std::string_view query, rdf::Syntax syntax, const CancelToken& cancel) const;

 private:
  Result<std::string> ask(std::string text, std::vector<rdf::Binding> bindings, const CancelToken& cancel) const;

  rdf::TripleStore& store_;
  rdf::QueryLimits limits_;
};

}  // namespace grove::knowledge
