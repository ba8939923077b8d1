#include <fmt/format.h>

#include <expected>
#include <optional>
#include <random>
#include <utility>

#include "base/utf8.h"
#include "serve/http/problem.h"
#include "serve/sparql/endpoint.h"
#include "serve/sparql/multipart.h"
#include "serve/sparql/negotiation.h"
#include "serve/sparql/refusals.h"

// SPARQL 1.1 Graph Store HTTP Protocol.
namespace grove::serve::sparql {

/// Nothing in `name`: the default graph.
struct Endpoint::NamedGraph {
  std::optional<std::string> name = {};
  std::string store = {};  ///< Where it stands: the base of the default graph.
  bool is_new = false;     ///< Named by us.
};

namespace {

constexpr std::string_view kMethods = "GET, HEAD, PUT, POST, DELETE";

HttpResponse refusal(unsigned status, std::string message, std::string hint) {
  return problem(status, {ErrorCode::kInvalidArgument, std::move(message), std::move(hint)});
}

/// A name that no graph has.
std::string new_graph(const std::string& url) {
  std::random_device random;
  return fmt::format("{}/{:08x}{:08x}{:08x}{:08x}", url, random(), random(), random(), random());
}

/// The graph's IRI is the request's (section 4.1).
Result<std::string> named_by_address(const HttpRequest& request, const Target& target, const std::string& url) {
  for (const std::string& part : target.parts)
    if (part == "." || part == "..") return fail(ErrorCode::kInvalidArgument, "the address of the graph has dots for a segment");
  const std::string_view path = std::string_view(request.target).substr(0, request.target.find('?'));
  const std::size_t below = path.find('/', 1);
  GROVE_ASSIGN_OR_RETURN(const rdf::Term iri, rdf::parse_iri(url + std::string(path.substr(below))));
  return iri.value;
}

}  // namespace

HttpResponse Endpoint::answer_graph_store(const HttpRequest& request, const std::string& url, const CancelToken& cancel) const {
  const Target target = parse_target(request.target);
  NamedGraph graph{.store = url};
  std::size_t named = 0;
  for (const auto& [key, value] : target.query) {
    if (key != "graph" && key != "default") continue;
    ++named;
    if (key != "graph") continue;
    if (const auto iri = rdf::parse_iri(value); !iri) return problem(iri.error());
    graph.name = value;
  }
  if (target.valid && target.parts.size() > 1) {
    ++named;
    auto name = named_by_address(request, target, url);
    if (!name) return problem(name.error());
    graph.name = *std::move(name);
  } else if (target.valid && named == 0 && request.method == "POST") {
    ++named;
    graph = {.name = new_graph(url), .store = url, .is_new = true};
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
  HttpResponse response{.content_type = content_type(*wanted), .body = *std::move(text)};
  response.headers.emplace_back("Vary", "Accept");
  return response;
}

namespace {

/// A body as one text of RDF.
struct Body {
  std::string own = {};  ///< Where it had to be put together.
  std::string_view text = {};
  rdf::Syntax syntax = rdf::Syntax::kTurtle;
};

std::expected<rdf::Syntax, HttpResponse> syntax_of(const BodyPart& part) {
  const ContentType type = read_content_type(part.content_type);
  const auto syntax = rdf::syntax_of_media_type(type.type);
  if (!syntax || !type.is_utf8)
    return std::unexpected(
        refusal(415, fmt::format("\"{}\" is no RDF that can be read", type.type), "Send UTF-8 as text/turtle, application/n-triples, …"));
  if (!is_valid_utf8(part.body)) return std::unexpected(refusal(400, "the body is not UTF-8", "Send it as UTF-8."));
  return *syntax;
}

/// Files of a form are one load: all of them or nothing.
std::expected<Body, HttpResponse> joined(const std::vector<BodyPart>& parts, const std::string& base_iri) {
  std::vector<rdf::Quad> quads;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto syntax = syntax_of(parts[i]);
    if (!syntax) return std::unexpected(syntax.error());
    const Status read =
        rdf::parse({.text = parts[i].body, .syntax = *syntax, .base_iri = base_iri, .blank_node_prefix = fmt::format("f{}", i)},
                   [&](rdf::Quad&& quad) { quads.push_back(std::move(quad)); });
    if (!read) return std::unexpected(problem(read.error()));
  }
  auto text = rdf::serialize(quads, {.syntax = rdf::Syntax::kNQuads});
  if (!text) return std::unexpected(problem(text.error()));
  return Body{.own = *std::move(text), .syntax = rdf::Syntax::kNQuads};
}

std::expected<Body, HttpResponse> read_body(const HttpRequest& request, const std::string& base_iri) {
  const ContentType content = read_content_type(request.header("Content-Type"));
  if (content.type == "multipart/form-data") {
    const auto parts = read_multipart(request.body, content.boundary);
    if (!parts) return std::unexpected(problem(parts.error()));
    return joined(*parts, base_iri);
  }
  const std::string type = content.type.empty() ? "text/turtle" : std::string(request.header("Content-Type"));
  const auto syntax = syntax_of({.content_type = type, .body = request.body});
  if (!syntax) return std::unexpected(syntax.error());
  return Body{.text = request.body, .syntax = *syntax};
}

}  // namespace

HttpResponse Endpoint::load_graph(const HttpRequest& request, const NamedGraph& graph, const CancelToken& cancel) const {
  const std::string base_iri = graph.name.value_or(graph.store);
  const auto body = read_body(request, base_iri);
  if (!body) return body.error();
  const Result<bool> is_known = has(graph, cancel);
  if (!is_known) return problem(is_known.error());
  const Status loaded = store_.load({.text = body->own.empty() ? body->text : std::string_view(body->own),
                                     .syntax = body->syntax,
                                     .base_iri = base_iri,
                                     .graph = graph.name,
                                     .mode = request.method == "PUT" ? rdf::LoadRequest::Mode::kReplace : rdf::LoadRequest::Mode::kAdd},
                                    cancel);
  if (!loaded) return problem(loaded.error());
  HttpResponse response{.status = *is_known ? 204U : 201U, .content_type = {}};
  if (graph.is_new) response.headers.emplace_back("Location", *graph.name);
  return response;
}

HttpResponse Endpoint::drop_graph(const NamedGraph& graph, const CancelToken& cancel) const {
  const Status dropped = store_.drop_graph(graph.name, cancel);
  if (!dropped) return problem(dropped.error());
  return {.status = 204, .content_type = {}};
}

/// The default graph is always there.
Result<bool> Endpoint::has(const NamedGraph& graph, const CancelToken& cancel) const {
  if (!graph.name) return true;
  const rdf::QueryRequest ask{.text = "ASK { GRAPH ?g {} }",
                              .bindings = {{.variable = "g", .value = rdf::iri(*graph.name)}},
                              .solutions = rdf::SolutionSyntax::kCsv,
                              .limits = options_.limits};
  GROVE_ASSIGN_OR_RETURN(const rdf::QueryAnswer answer, store_.query(ask, cancel));
  return answer.body.starts_with("true");
}

}  // namespace grove::serve::sparql
