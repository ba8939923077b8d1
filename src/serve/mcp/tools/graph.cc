#include "knowledge/graph_queries.h"
#include "serve/graph_access.h"
#include "serve/mcp/tools/tool.h"
#include "serve/sparql/negotiation.h"

// The knowledge graph: its resources, what is said of them, and where that stands.
namespace grove::serve::mcp {
namespace {

constexpr rdf::QueryLimits kLimits{.time = std::chrono::seconds(20), .rows = 10'000, .bytes = std::uint64_t{1} << 20U};

constexpr FieldSpec kIri = {.name = "iri", .meaning = "Absolute IRI of the resource.", .need = FieldSpec::Need::kRequired};
constexpr FieldSpec kAccept = {.name = "accept",
                               .meaning =
                                   "How the graph is written: text/turtle, application/n-triples, application/ld+json, "
                                   "application/rdf+xml, application/trig, application/n-quads.",
                               .fallback = "text/turtle"};
constexpr FieldSpec kQuery = {.name = "query", .meaning = "SPARQL 1.1, read-only.", .need = FieldSpec::Need::kRequired};

constexpr FieldSpec limit_of(std::string_view fallback) {
  return {.name = "limit", .type = FieldType::kInteger, .meaning = "Most rows.", .least = 1, .most = 10'000, .fallback = fallback};
}

constexpr FieldSpec kDescribe[] = {kIri, kAccept};
constexpr FieldSpec kListByClass[] = {{.name = "class_iri", .meaning = "Absolute IRI of the class.", .need = FieldSpec::Need::kRequired},
                                      limit_of("50")};
constexpr FieldSpec kNeighbours[] = {kIri, limit_of("100")};
constexpr FieldSpec kMentions[] = {
    {.name = "iris", .type = FieldType::kTextList, .meaning = "Absolute IRIs of resources.", .need = FieldSpec::Need::kRequired},
    {.name = "limit",
     .type = FieldType::kInteger,
     .meaning = "Most passages for each of them.",
     .least = 1,
     .most = 1'000,
     .fallback = "8"}};
constexpr FieldSpec kSelect[] = {kQuery};
constexpr FieldSpec kConstruct[] = {kQuery, kAccept};

using Store = GraphAccess::Store;

Result<Store> store_of(const ToolCall& call) {
  if (call.backend.graph == nullptr) return fail(ErrorCode::kUnavailable, "no knowledge graph is served here");
  return call.backend.graph->store();
}

Result<rdf::Syntax> syntax_of(const ToolCall& call) {
  const std::string accept = call.arguments.text("accept", "text/turtle");
  if (const auto syntax = sparql::wanted_graph(accept)) return *syntax;
  return fail(ErrorCode::kInvalidArgument, "`accept` names no syntax of RDF that can be written", "Leave it out for Turtle.");
}

std::uint32_t limit_in(const ToolCall& call, std::int64_t fallback) {
  return static_cast<std::uint32_t>(call.arguments.integer("limit", fallback));
}

Result<Json> rows(Result<std::string> answer) {
  if (!answer) return std::unexpected(std::move(answer).error());
  return Json::parse(*answer);
}

Result<Json> text(Result<std::string> answer) {
  if (!answer) return std::unexpected(std::move(answer).error());
  return Json{{"result", *std::move(answer)}};
}

Result<Json> describe(const ToolCall& call) {
  GROVE_ASSIGN_OR_RETURN(const rdf::Syntax syntax, syntax_of(call));
  GROVE_ASSIGN_OR_RETURN(const Store store, store_of(call));
  return text(knowledge::GraphQueries(*store, kLimits).describe(call.arguments.text("iri"), syntax, call.exchange.cancel()));
}

Result<Json> list_by_class(const ToolCall& call) {
  GROVE_ASSIGN_OR_RETURN(const Store store, store_of(call));
  const knowledge::GraphQueries queries(*store, kLimits);
  return rows(queries.list_by_class(call.arguments.text("class_iri"), limit_in(call, 50), call.exchange.cancel()));
}

Result<Json> outgoing(const ToolCall& call) {
  GROVE_ASSIGN_OR_RETURN(const Store store, store_of(call));
  return rows(knowledge::GraphQueries(*store, kLimits).outgoing(call.arguments.text("iri"), limit_in(call, 100), call.exchange.cancel()));
}

Result<Json> incoming(const ToolCall& call) {
  GROVE_ASSIGN_OR_RETURN(const Store store, store_of(call));
  return rows(knowledge::GraphQueries(*store, kLimits).incoming(call.arguments.text("iri"), limit_in(call, 100), call.exchange.cancel()));
}

Result<Json> mentions(const ToolCall& call) {
  GROVE_ASSIGN_OR_RETURN(const Store store, store_of(call));
  return rows(knowledge::GraphQueries(*store, kLimits).mentions(call.arguments.list("iris"), limit_in(call, 8), call.exchange.cancel()));
}

Result<Json> sparql_select(const ToolCall& call) {
  GROVE_ASSIGN_OR_RETURN(const Store store, store_of(call));
  return rows(knowledge::GraphQueries(*store, kLimits).select(call.arguments.text("query"), call.exchange.cancel()));
}

Result<Json> sparql_construct(const ToolCall& call) {
  GROVE_ASSIGN_OR_RETURN(const rdf::Syntax syntax, syntax_of(call));
  GROVE_ASSIGN_OR_RETURN(const Store store, store_of(call));
  return text(knowledge::GraphQueries(*store, kLimits).construct(call.arguments.text("query"), syntax, call.exchange.cancel()));
}

constexpr Tool kTools[] = {
    {.name = "describe",
     .title = "Describe a resource of the graph",
     .description = "Gives all that the knowledge graph says of one resource, as RDF. Use `outgoing` for rows, `mentions` for the passages "
                    "that prove it.",
     .arguments = kDescribe,
     .run = describe},
    {.name = "list_by_class",
     .title = "List instances of a class",
     .description = "Lists resources of a class with their labels, as SPARQL Results JSON (s, label).",
     .arguments = kListByClass,
     .run = list_by_class},
    {.name = "outgoing",
     .title = "What a resource is said to be",
     .description = "Lists the facts whose subject is a resource, as SPARQL Results JSON (p, o).",
     .arguments = kNeighbours,
     .run = outgoing},
    {.name = "incoming",
     .title = "What is said with a resource",
     .description = "Lists the facts whose object is a resource, as SPARQL Results JSON (s, p).",
     .arguments = kNeighbours,
     .run = incoming},
    {.name = "mentions",
     .title = "Passages that facts come from",
     .description = "Cites the source passages behind resources: quote, source, chunk, page and section, as SPARQL Results JSON (s, quote, "
                    "source, chunkId, page, section). Use it before stating a fact.",
     .arguments = kMentions,
     .run = mentions},
    {.name = "sparql_select",
     .title = "Query the graph",
     .description = "Answers a SELECT or ASK query, as SPARQL Results JSON. Facts of each document lie in a graph of their own: "
                    "GRAPH ?g { … } reaches them. Put a LIMIT.",
     .arguments = kSelect,
     .run = sparql_select},
    {.name = "sparql_construct",
     .title = "Make a graph out of the graph",
     .description = "Answers a CONSTRUCT or DESCRIBE query as RDF.",
     .arguments = kConstruct,
     .run = sparql_construct},
};

}  // namespace

std::span<const Tool> graph_tools() { return kTools; }

}  // namespace grove::serve::mcp
