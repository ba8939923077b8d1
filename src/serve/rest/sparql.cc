#include "serve/graph_access.h"
#include "serve/http/problem.h"
#include "serve/rest/route.h"
#include "serve/sparql/endpoint.h"

// The knowledge graph of the data directory, for reading.
namespace grove::serve {
namespace {

constexpr FieldSpec kDefaultGraphs = {
    .name = "default-graph-uri", .type = FieldType::kTextList, .meaning = "Graphs that make up the default graph of the query."};
constexpr FieldSpec kNamedGraphs = {.name = "named-graph-uri", .type = FieldType::kTextList, .meaning = "Graphs that the query may name."};
constexpr FieldSpec kGet[] = {
    {.name = "query", .meaning = "SPARQL 1.1; without it the service describes itself."}, kDefaultGraphs, kNamedGraphs};
constexpr FieldSpec kPost[] = {kDefaultGraphs, kNamedGraphs};
constexpr FieldSpec kGraph[] = {{.name = "graph", .meaning = "IRI of a named graph."},
                                {.name = "default", .meaning = "The default graph; takes no value."}};

constexpr std::string_view kGraphTypes[] = {"application/n-triples", "application/n-quads", "application/trig", "application/rdf+xml",
                                            "application/ld+json"};
constexpr std::string_view kAnswerTypes[] = {"application/sparql-results+xml",
                                             "text/csv",
                                             "text/tab-separated-values",
                                             "text/turtle",
                                             "application/n-triples",
                                             "application/n-quads",
                                             "application/trig",
                                             "application/rdf+xml",
                                             "application/ld+json"};

/// The store's own limits hold, so that whoever searches doesn't wait behind a query.
constexpr Lane kLane = Lane::kLong;

constexpr rdf::QueryLimits kLimits{.time = std::chrono::seconds(20)};

template <class Answer>
HttpResponse with_endpoint(Backend& backend, Answer answer) {
  if (backend.graph == nullptr) return problem({ErrorCode::kUnavailable, "no knowledge graph is served here", ""});
  const auto store = backend.graph->store();
  if (!store) return problem(store.error());
  return answer(sparql::Endpoint(**store, {.limits = kLimits}));
}

std::string seen_at(const Call& call, std::string_view path) {
  return std::string("http://").append(call.request.header("Host")).append(path);
}

HttpResponse answer_sparql(Backend& backend, const Call& call) {
  return with_endpoint(
      backend, [&](const sparql::Endpoint& endpoint) { return endpoint.answer(call.request, seen_at(call, "/sparql"), call.cancel); });
}

HttpResponse get_graph(Backend& backend, const Call& call) {
  return with_endpoint(backend, [&](const sparql::Endpoint& endpoint) {
    return endpoint.answer_graph_store(call.request, seen_at(call, "/graph-store"), call.cancel);
  });
}

constexpr Route kRoutes[] = {
    {.method = "GET",
     .pattern = "/sparql",
     .summary = "Answers a SPARQL query over the knowledge graph (SPARQL 1.1 Protocol), in the syntax that `Accept` wants",
     .answer = "",
     .content_type = "application/sparql-results+json",
     .other_types = kAnswerTypes,
     .lane = kLane,
     .query = kGet,
     .handle = answer_sparql},
    {.method = "POST",
     .pattern = "/sparql",
     .summary = "The same, the query as a form, as application/sparql-query, or as JSON ({\"query\": …})",
     .answer = "",
     .content_type = "application/sparql-results+json",
     .other_types = kAnswerTypes,
     .lane = kLane,
     .query = kPost,
     .content = Route::Content::kOwn,
     .takes = "application/x-www-form-urlencoded",
     .takes_schema = R"({"type":"object","required":["query"],"properties":{"query":{"type":"string"}}})",
     .handle = answer_sparql},
    {.method = "GET",
     .pattern = "/graph-store",
     .summary = "A whole graph of the knowledge graph (SPARQL 1.1 Graph Store HTTP Protocol), in the syntax that `Accept` wants",
     .answer = "",
     .content_type = "text/turtle",
     .other_types = kGraphTypes,
     .lane = kLane,
     .query = kGraph,
     .handle = get_graph},
};

}  // namespace

std::span<const Route> sparql_routes() { return kRoutes; }

}  // namespace grove::serve
