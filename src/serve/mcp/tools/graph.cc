#include "serve/mcp/tools/graph.h"

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

/// What a call works with.
struct GraphCall {
  GraphAccess* graph;  ///< Null: none is served.
  const FieldValues& arguments;
  Exchange& exchange;
};

using Store = GraphAccess::Store;

Result<Store> store_of(const GraphCall& call) {
  if (call.graph == nullptr) return fail(ErrorCode::kUnavailable, "no knowledge graph is served here");
  return call.graph->store();
}

Result<rdf::Syntax> syntax_of(const GraphCall& call) {
  const std::string accept = call.arguments.text("accept", "text/turtle");
  if (const auto syntax = sparql::wanted_graph(accept)) return *syntax;
  return fail(ErrorCode::kInvalidArgument, "`accept` names no syntax of RDF that can be written", "Leave it out for Turtle.");
}

/// What was asked for, else the default that the tool's schema tells.
std::uint32_t limit_in(const GraphCall& call, std::int64_t fallback) {
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

Result<Json> describe(const GraphCall& call) {
  GROVE_ASSIGN_OR_RETURN(const rdf::Syntax syntax, syntax_of(call));
  GROVE_ASSIGN_OR_RETURN(const Store store, store_of(call));
  return text(knowledge::GraphQueries(*store, kLimits).describe(call.arguments.text("iri"), syntax, call.exchange.cancel()));
}

Result<Json> list_by_class(const GraphCall& call) {
  GROVE_ASSIGN_OR_RETURN(const Store store, store_of(call));
  const knowledge::GraphQueries queries(*store, kLimits);
  return rows(queries.list_by_class(call.arguments.text("class_iri"), limit_in(call, 50), call.exchange.cancel()));
}

Result<Json> outgoing(const GraphCall& call) {
  GROVE_ASSIGN_OR_RETURN(const Store store, store_of(call));
  return rows(knowledge::GraphQueries(*store, kLimits).outgoing(call.arguments.text("iri"), limit_in(call, 100), call.exchange.cancel()));
}

Result<Json> incoming(const GraphCall& call) {
  GROVE_ASSIGN_OR_RETURN(const Store store, store_of(call));
  return rows(knowledge::GraphQueries(*store, kLimits).incoming(call.arguments.text("iri"), limit_in(call, 100), call.exchange.cancel()));
}

Result<Json> mentions(const GraphCall& call) {
  GROVE_ASSIGN_OR_RETURN(const Store store, store_of(call));
  return rows(knowledge::GraphQueries(*store, kLimits).mentions(call.arguments.list("iris"), limit_in(call, 8), call.exchange.cancel()));
}

Result<Json> sparql_select(const GraphCall& call) {
  GROVE_ASSIGN_OR_RETURN(const Store store, store_of(call));
  return rows(knowledge::GraphQueries(*store, kLimits).select(call.arguments.text("query"), call.exchange.cancel()));
}

Result<Json> sparql_construct(const GraphCall& call) {
  GROVE_ASSIGN_OR_RETURN(const rdf::Syntax syntax, syntax_of(call));
  GROVE_ASSIGN_OR_RETURN(const Store store, store_of(call));
  return text(knowledge::GraphQueries(*store, kLimits).construct(call.arguments.text("query"), syntax, call.exchange.cancel()));
}

/// A tool, and what it does with the graph.
struct GraphTool {
  Tool tool;
  Result<Json> (*run)(const GraphCall& call);
};

constexpr GraphTool kTools[] = {
    {{.name = "describe",
      .title = "Describe a resource of the graph",
      .description =
          "Gives all that the knowledge graph says of one resource, as RDF. Use `outgoing` for rows, `mentions` for the passages "
          "that prove it.",
      .arguments = kDescribe},
     describe},
    {{.name = "list_by_class",
      .title = "List instances of a class",
      .description = "Lists resources of a class with their labels, as SPARQL Results JSON (s, label).",
      .arguments = kListByClass},
     list_by_class},
    {{.name = "outgoing",
      .title = "What a resource is said to be",
      .description = "Lists the facts whose subject is a resource, as SPARQL Results JSON (p, o).",
      .arguments = kNeighbours},
     outgoing},
    {{.name = "incoming",
      .title = "What is said with a resource",
      .description = "Lists the facts whose object is a resource, as SPARQL Results JSON (s, p).",
      .arguments = kNeighbours},
     incoming},
    {{.name = "mentions",
      .title = "Passages that facts come from",
      .description =
          "Cites the source passages behind resources: quote, source, chunk, page and section, as SPARQL Results JSON (s, quote, "
          "source, chunkId, page, section). Use it before stating a fact.",
      .arguments = kMentions},
     mentions},
    {{.name = "sparql_select",
      .title = "Query the graph",
      .description =
          "Answers a SELECT or ASK query, as SPARQL Results JSON. Without FROM it is asked of all graphs together; facts of each "
          "document lie in a graph of their own, which GRAPH ?g { … } tells. Put a LIMIT.",
      .arguments = kSelect},
     sparql_select},
    {{.name = "sparql_construct",
      .title = "Make a graph out of the graph",
      .description = "Answers a CONSTRUCT or DESCRIBE query as RDF.",
      .arguments = kConstruct},
     sparql_construct},
};

}  // namespace

Profile knowledge_profile(GraphAccess* graph) {
  Profile profile;
  profile.name = "knowledge";
  for (const GraphTool& one : kTools) {
    const auto run = [run = one.run, graph](const FieldValues& arguments, Exchange& exchange) {
      return run({.graph = graph, .arguments = arguments, .exchange = exchange});
    };
    profile.tools.push_back(std::make_shared<ToolEntry>(entry_of(one.tool, run)));
  }
  return profile;
}

}  // namespace grove::serve::mcp
