#include "serve/sparql/endpoint.h"

#include <utility>
#include <variant>

#include "serve/http/problem.h"
#include "serve/sparql/negotiation.h"
#include "serve/sparql/operation.h"
#include "serve/sparql/refusals.h"

namespace grove::serve::sparql {
namespace {

constexpr std::string_view kDescription = "http://www.w3.org/ns/sparql-service-description#";
constexpr std::string_view kFormats = "http://www.w3.org/ns/formats/";

constexpr std::string_view kAnswers =
    "results: application/sparql-results+json, application/sparql-results+xml, text/csv, text/tab-separated-values; for graphs: "
    "text/turtle, "
    "application/n-triples, application/rdf+xml, application/ld+json, and more";

rdf::Term described(std::string_view name) { return rdf::iri(std::string(kDescription).append(name)); }

template <class... Handlers>
struct Overloaded : Handlers... {
  using Handlers::operator()...;
};

}  // namespace

HttpResponse Endpoint::answer(const HttpRequest& request, const std::string& url, const CancelToken& cancel) const {
  if (request.method != "GET" && request.method != "HEAD" && request.method != "POST")
    return method_not_allowed(request, "GET, HEAD, POST");
  auto operation = read_operation(request);
  if (!operation) return std::move(operation).error();
  return std::visit(
      Overloaded{[&](QueryOperation& one) {
                   return query(
                       request,
                       {.text = std::move(one.text), .base_iri = url, .dataset = std::move(one.dataset), .limits = options_.limits},
                       cancel);
                 },
                 [&](UpdateOperation& one) {
                   return update({.text = std::move(one.text),
                                  .base_iri = url,
                                  .using_graphs = std::move(one.using_graphs),
                                  .using_named_graphs = std::move(one.using_named_graphs),
                                  .limits = options_.limits},
                                 cancel);
                 },
                 [&](DescriptionOperation&) { return describe(request, url); }},
      *operation);
}

HttpResponse Endpoint::query(const HttpRequest& request, rdf::QueryRequest query, const CancelToken& cancel) const {
  // What the query makes is known once the store has read it: reading takes time too, and has its limit there.
  using Forms = rdf::QueryRequest::Forms;
  const std::string_view accept = request.header("Accept");
  const auto solutions = wanted_solutions(accept);
  const auto graph = wanted_graph(accept);
  if (!solutions && !graph) return not_acceptable(kAnswers);
  query.solutions = solutions.value_or(rdf::SolutionSyntax::kJson);
  query.graph = graph.value_or(rdf::Syntax::kTurtle);
  query.forms = !graph ? Forms::kSolutions : solutions ? Forms::kAny : Forms::kGraphs;
  auto answer = store_.query(query, cancel);
  if (!answer && answer.error().code == ErrorCode::kConflict) return not_acceptable(kAnswers);
  if (!answer) return problem(answer.error());
  const bool is_graph = answer->form == rdf::QueryForm::kConstruct || answer->form == rdf::QueryForm::kDescribe;
  std::string type = is_graph ? content_type(query.graph) : std::string(media_type(query.solutions));
  HttpResponse response{.content_type = std::move(type), .body = std::move(answer->body)};
  response.headers.emplace_back("Vary", "Accept");
  return response;
}

HttpResponse Endpoint::update(rdf::UpdateRequest update, const CancelToken& cancel) const {
  if (!is_writable()) return read_only();
  const Status done = store_.update(update, cancel);
  if (!done) return problem(done.error());
  return {.status = 204, .content_type = {}};
}

/// SPARQL 1.1 Service Description, section 3.
HttpResponse Endpoint::describe(const HttpRequest& request, const std::string& url) const {
  const auto wanted = wanted_graph(request.header("Accept"));
  if (!wanted) return not_acceptable("descriptions: text/turtle, application/n-triples, application/rdf+xml, application/ld+json");
  const rdf::Term service = rdf::iri(url), dataset = rdf::blank("dataset"), graph = rdf::blank("graph");
  const rdf::Term type = rdf::iri("http://www.w3.org/1999/02/22-rdf-syntax-ns#type");
  std::vector<rdf::Quad> quads{
      {service, type, described("Service")},
      {service, described("endpoint"), service},
      {service, described("supportedLanguage"), described("SPARQL11Query")},
      {service, described("feature"), described("EmptyGraphs")},
      {service, described("defaultDataset"), dataset},
      {dataset, type, described("Dataset")},
      {dataset, described("defaultGraph"), graph},
      {graph, type, described("Graph")},
  };
  if (is_writable()) quads.push_back({service, described("supportedLanguage"), described("SPARQL11Update")});
  for (const std::string_view format : {"SPARQL_Results_JSON", "SPARQL_Results_XML", "SPARQL_Results_CSV", "SPARQL_Results_TSV", "Turtle",
                                        "N-Triples", "N-Quads", "TriG", "RDF_XML", "JSON-LD"})
    quads.push_back({service, described("resultFormat"), rdf::iri(std::string(kFormats).append(format))});
  auto text =
      rdf::serialize(quads, {.syntax = *wanted, .prefixes = {{"sd", std::string(kDescription)}, {"format", std::string(kFormats)}}});
  if (!text) return problem(text.error());
  return {.content_type = content_type(*wanted), .body = *std::move(text)};
}

}  // namespace grove::serve::sparql
