#pragma once

#include <memory>
#include <string>

#include "base/cancel.h"
#include "rdf/triple_store.h"
#include "serve/http/message.h"

namespace grove::serve::sparql {

struct EndpointOptions {
  enum class Access {
    kReadOnly,
    kWritable,  ///< Updates and changes of graphs are taken too.
  } access = Access::kReadOnly;
  rdf::QueryLimits limits = {};
};

/// A triple store over HTTP: SPARQL 1.1 Protocol, and Graph Store HTTP Protocol. Thread-safe; the store outlives it.
class Endpoint {
 public:
  Endpoint(rdf::TripleStore& store, EndpointOptions options) : store_(store), options_(options) {}

  /// Queries and updates. `url` is the endpoint's own, as the client calls it: for its description, and for IRIs of texts without a BASE.
  HttpResponse answer(const HttpRequest& request, const std::string& url, const CancelToken& cancel) const;
  /// GET, HEAD, PUT, POST and DELETE of one graph, which `?graph=IRI` or `?default` names, or the request's address itself where it stands
  /// below `url`, that of the graph store. POST to the store itself makes a graph of a new name.
  HttpResponse answer_graph_store(const HttpRequest& request, const std::string& url, const CancelToken& cancel) const;

 private:
  struct NamedGraph;

  HttpResponse query(const HttpRequest& request, rdf::QueryRequest query, const CancelToken& cancel) const;
  HttpResponse update(rdf::UpdateRequest update, const CancelToken& cancel) const;
  HttpResponse describe(const HttpRequest& request, const std::string& url) const;
  HttpResponse get_graph(const HttpRequest& request, const NamedGraph& graph, const CancelToken& cancel) const;
  HttpResponse load_graph(const HttpRequest& request, const NamedGraph& graph, const CancelToken& cancel) const;
  HttpResponse drop_graph(const NamedGraph& graph, const CancelToken& cancel) const;
  Result<bool> has(const NamedGraph& graph, const CancelToken& cancel) const;
  bool is_writable() const { return options_.access == EndpointOptions::Access::kWritable; }

  rdf::TripleStore& store_;
  EndpointOptions options_;
};

}  // namespace grove::serve::sparql
