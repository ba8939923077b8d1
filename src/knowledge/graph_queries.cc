#include "knowledge/graph_queries.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

namespace grove::knowledge {
namespace {

/// In the default graph, or in any other.
constexpr std::string_view kListByClass = R"(PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
SELECT DISTINCT ?s ?label WHERE {{
  {{ ?s a ?class }} UNION {{ GRAPH ?g {{ ?s a ?class }} }}
  OPTIONAL {{ {{ ?s rdfs:label ?label }} UNION {{ GRAPH ?h {{ ?s rdfs:label ?label }} }} }}
}} ORDER BY ?s ?label LIMIT {})";
constexpr std::string_view kOutgoing =
    "SELECT DISTINCT ?p ?o WHERE {{ {{ ?s ?p ?o }} UNION {{ GRAPH ?g {{ ?s ?p ?o }} }} }} ORDER BY ?p ?o LIMIT {}";
constexpr std::string_view kIncoming =
    "SELECT DISTINCT ?s ?p WHERE {{ {{ ?s ?p ?o }} UNION {{ GRAPH ?g {{ ?s ?p ?o }} }} }} ORDER BY ?p ?s LIMIT {}";
constexpr std::string_view kDescribe = "CONSTRUCT { ?s ?p ?o } WHERE { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }";

/// Mentions as Web Annotations, and those of older graphs, whose vocabulary lies below each dataset's own namespace.
constexpr std::string_view kMentionsBody = R"({
    ?resource orp:hasMention ?mention .
    OPTIONAL { ?mention orp:inChunk ?chunk . OPTIONAL { ?chunk dcterms:identifier ?named } }
    OPTIONAL {
      ?mention oa:hasTarget ?target .
      OPTIONAL { ?target oa:hasSelector ?text . ?text oa:exact ?quote }
      OPTIONAL { ?target oa:hasSelector ?pages . ?pages orp:pageStart ?page }
      OPTIONAL { ?target oa:hasSelector ?sections . ?sections orp:sectionTitle ?section }
      OPTIONAL { ?target oa:hasSource ?file . OPTIONAL { ?file orp:fileOf ?of . OPTIONAL { ?of dcterms:title ?title } } }
    }
    BIND(COALESCE(?named, STR(?chunk)) AS ?chunkId)
    BIND(COALESCE(?title, STR(?of), STR(?file)) AS ?source)
  } UNION {
    ?resource prov:wasDerivedFrom ?mention .
    ?mention prov:value ?quote .
    OPTIONAL { ?mention ?chunkProperty ?chunkId FILTER(STRENDS(STR(?chunkProperty), "mcp/chunkId")) }
    OPTIONAL { ?mention ?sourceProperty ?source FILTER(STRENDS(STR(?sourceProperty), "mcp/sourcePath")) }
    OPTIONAL { ?mention ?pageProperty ?page FILTER(STRENDS(STR(?pageProperty), "mcp/page")) }
    OPTIONAL { ?mention ?sectionProperty ?section FILTER(STRENDS(STR(?sectionProperty), "mcp/section")) }
  })";

/// A mention lies in one graph with all that is said of it, whichever that is.
std::string mentions_query(std::uint32_t limit) {
  return fmt::format(
      "PREFIX orp: <https://ontorag.org/provenance#>\nPREFIX oa: <http://www.w3.org/ns/oa#>\n"
      "PREFIX dcterms: <http://purl.org/dc/terms/>\nPREFIX prov: <http://www.w3.org/ns/prov#>\n"
      "SELECT DISTINCT (?resource AS ?s) ?quote ?source ?chunkId ?page ?section WHERE {{\n"
      "  {0} UNION {{ GRAPH ?g {{ {0} }} }}\n}} ORDER BY ?source ?page ?chunkId ?quote LIMIT {1}",
      kMentionsBody, limit);
}

}  // namespace

Result<std::string> GraphQueries::ask(std::string text, std::vector<rdf::Binding> bindings, const CancelToken& cancel) const {
  GROVE_ASSIGN_OR_RETURN(rdf::QueryAnswer answer,
                         store_.query({.text = std::move(text), .bindings = std::move(bindings), .limits = limits_}, cancel));
  return std::move(answer.body);
}

Result<std::string> GraphQueries::describe(std::string_view iri, rdf::Syntax syntax, const CancelToken& cancel) const {
  GROVE_ASSIGN_OR_RETURN(const rdf::Term resource, rdf::parse_iri(iri));
  GROVE_ASSIGN_OR_RETURN(
      rdf::QueryAnswer answer,
      store_.query({.text = std::string(kDescribe), .bindings = {{.variable = "s", .value = resource}}, .graph = syntax, .limits = limits_},
                   cancel));
  return std::move(answer.body);
}

Result<std::string> GraphQueries::list_by_class(std::string_view class_iri, std::uint32_t limit, const CancelToken& cancel) const {
  GROVE_ASSIGN_OR_RETURN(const rdf::Term of, rdf::parse_iri(class_iri));
  return ask(fmt::format(kListByClass, limit), {{.variable = "class", .value = of}}, cancel);
}

Result<std::string> GraphQueries::outgoing(std::string_view iri, std::uint32_t limit, const CancelToken& cancel) const {
  GROVE_ASSIGN_OR_RETURN(const rdf::Term resource, rdf::parse_iri(iri));
  return ask(fmt::format(kOutgoing, limit), {{.variable = "s", .value = resource}}, cancel);
}

Result<std::string> GraphQueries::incoming(std::string_view iri, std::uint32_t limit, const CancelToken& cancel) const {
  GROVE_ASSIGN_OR_RETURN(const rdf::Term resource, rdf::parse_iri(iri));
  return ask(fmt::format(kIncoming, limit), {{.variable = "o", .value = resource}}, cancel);
}

Result<std::string> GraphQueries::mentions(const std::vector<std::string>& iris, std::uint32_t limit, const CancelToken& cancel) const {
  nlohmann::ordered_json all;
  all["head"]["vars"] = {"s", "quote", "source", "chunkId", "page", "section"};
  all["results"]["bindings"] = nlohmann::ordered_json::array();
  for (const std::string& iri : iris) {
    GROVE_ASSIGN_OR_RETURN(const rdf::Term resource, rdf::parse_iri(iri));
    rdf::QueryRequest request{.text = mentions_query(limit), .bindings = {{.variable = "resource", .value = resource}}, .limits = limits_};
    GROVE_ASSIGN_OR_RETURN(const rdf::QueryAnswer answer, store_.query(request, cancel));
    const auto found = nlohmann::ordered_json::parse(answer.body, nullptr, false);
    if (found.is_discarded() || !found.contains("results"))
      return fail(ErrorCode::kUnavailable, "the store's answer is no SPARQL Results JSON");
    for (const auto& binding : found["results"]["bindings"]) all["results"]["bindings"].push_back(binding);
  }
  return all.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

Result<std::string> GraphQueries::select(std::string_view query, const CancelToken& cancel) const {
  const rdf::QueryRequest request{.text = std::string(query),
                                  .dataset = {.union_default_graph = true},
                                  .forms = rdf::QueryRequest::Forms::kSolutions,
                                  .limits = limits_};
  auto answer = store_.query(request, cancel);
  if (!answer && answer.error().code == ErrorCode::kConflict)
    return fail(ErrorCode::kInvalidArgument, "that query makes a graph", "Use sparql_construct for it.");
  if (!answer) return std::unexpected(std::move(answer).error());
  return std::move(answer->body);
}

Result<std::string> GraphQueries::construct(std::string_view query, rdf::Syntax syntax, const CancelToken& cancel) const {
  const rdf::QueryRequest request{.text = std::string(query),
                                  .dataset = {.union_default_graph = true},
                                  .graph = syntax,
                                  .forms = rdf::QueryRequest::Forms::kGraphs,
                                  .limits = limits_};
  auto answer = store_.query(request, cancel);
  if (!answer && answer.error().code == ErrorCode::kConflict)
    return fail(ErrorCode::kInvalidArgument, "that query makes no graph", "Use sparql_select for it.");
  if (!answer) return std::unexpected(std::move(answer).error());
  return std::move(answer->body);
}

}  // namespace grove::knowledge
