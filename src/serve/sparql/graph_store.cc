#include <fmt/format.h>

#include <optional>
#include <utility>

#include "base/utf8.h"
#include "serve/http/problem.h"
#include "serve/sparql/endpoint.h"
#include "serve/sparql/multipart.h"
#include "serve/sparql/negotiation.h"
#include "serve/sparql/refusals.h"

// SPARQL 1.1 Graph Store HTTP Protocol, graphs named indirectly (section 4.2).
namespace grove::serve::sparql {

/// Nothing in `name`: the default graph.
struct Endpoint::NamedGraph {
  std::optional<std::string> name = {};
};

namespace {

constexpr std::string_view kMethods = "GET, HEAD, PUT, POST, DELETE";

HttpResponse refusal(unsigned status, std::string message, std::string hint) {
  return problem(status, {ErrorCode::kInvalidArgument, std::move(message), std::move(hint)});
}

}  // namespace

HttpResponse Endpoint::answer_graph_store(const HttpRequest& request, const CancelToken& cancel) const {
  const Target target = parse_target(request.target);
  NamedGraph graph;
  std::size_t named = 0;
  for (const auto& [key, value] : target.query) {
    if (key != "graph" && key != "default") continue;
    ++named;
    if (key != "graph") continue;
    if (const auto iri = rdf::parse_iri(value); !iri) return problem(iri.error());
    graph.name = value;
  }
  if (!target.valid || named != 1)
    return refusal(400, "the request names no graph, or more than one", "Put ?graph=IRI or ?default behind the address.");
  const bool reads = request.method == "GET" || request.method == "HEAD";
  const bool loads = request.method == "PUT" || request.method == "POST";
  if (!reads && !loads && request.method != "DELETE") return method_not_allowed(request, kMethods);
  if (reads) return get_graph(request, graph, cancel);
  if (!is_writable()) return read_only();
  return loads ? load_graph(request, graph, cancel) : drop_graph(graph, cancel);
}

HttpResponse Endpoint::get_graph(const HttpRequest& request, const NamedGraph& graph, const CancelToken& cancel) const {
  const auto wanted = wanted_graph(request.header("Accept"));
  if (!wanted) return not_acceptable("graphs: text/turtle, application/n-triples, application/rdf+xml, application/ld+json, and more");
  auto text = store_.graph(graph.name, *wanted, cancel);
  if (!text) return problem(text.error());
  HttpResponse response{.content_type = std::string(rdf::media_type(*wanted)), .body = *std::move(text)};
  response.headers.emplace_back("Vary", "Accept");
  return response;
}

HttpResponse Endpoint::load_graph(const HttpRequest& request, const NamedGraph& graph, const CancelToken& cancel) const {
  const bool replaces = request.method == "PUT";
  const ContentType content = read_content_type(request.header("Content-Type"));
  std::vector<BodyPart> parts;
  if (content.type == "multipart/form-data") {
    auto read = read_multipart(request.body, content.boundary);
    if (!read) return problem(read.error());
    parts = *std::move(read);
  } else {
    parts.push_back({.content_type = content.type.empty() ? "text/turtle" : content.type, .body = request.body});
  }
  const Result<bool> is_known = has(graph, cancel);
  if (!is_known) return problem(is_known.error());
  auto mode = replaces ? rdf::LoadRequest::Mode::kReplace : rdf::LoadRequest::Mode::kAdd;
  for (const BodyPart& part : parts) {
    const ContentType type = read_content_type(part.content_type);
    const auto syntax = rdf::syntax_of_media_type(type.type);
    if (!syntax || !type.is_utf8)
      return refusal(415, fmt::format("\"{}\" is no RDF that can be read", type.type),
                     "Send UTF-8 as text/turtle, application/n-triples, …");
    if (!is_valid_utf8(part.body)) return refusal(400, "the body is not UTF-8", "Send it as UTF-8.");
    const Status loaded =
        store_.load({.text = part.body, .syntax = *syntax, .base_iri = graph.name.value_or(""), .graph = graph.name, .mode = mode}, cancel);
    if (!loaded) return problem(loaded.error());
    mode = rdf::LoadRequest::Mode::kAdd;
  }
  return {.status = *is_known ? 204U : 201U, .content_type = {}};
}

HttpResponse Endpoint::drop_graph(const NamedGraph& graph, const CancelToken& cancel) const {
  const Result<bool> is_known = has(graph, cancel);
  if (!is_known) return problem(is_known.error());
  if (!*is_known && graph.name) return problem({ErrorCode::kNotFound, fmt::format("there is no graph <{}>", *graph.name), ""});
  const Status dropped = store_.drop_graph(graph.name, cancel);
  if (!dropped) return problem(dropped.error());
  return {.status = 204, .content_type = {}};
}

/// The default graph is always there.
Result<bool> Endpoint::has(const NamedGraph& graph, const CancelToken& cancel) const {
  if (!graph.name) return true;
  const rdf::QueryRequest ask{.text = "ASK { GRAPH ?g { ?s ?p ?o } }",
                              .bindings = {{.variable = "g", .value = rdf::iri(*graph.name)}},
                              .solutions = rdf::SolutionSyntax::kCsv,
                              .limits = options_.limits};
  GROVE_ASSIGN_OR_RETURN(const rdf::QueryAnswer answer, store_.query(ask, cancel));
  return answer.body.starts_with("true");
}

}  // namespace grove::serve::sparql
