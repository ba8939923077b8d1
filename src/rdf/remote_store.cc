#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/printable.h"
#include "base/text.h"
#include "base/utf8.h"
#include "http/http_client.h"
#include "rdf/bound_query.h"
#include "rdf/triple_store.h"

namespace grove::rdf {
namespace {

constexpr std::string_view kForm = "Content-Type: application/x-www-form-urlencoded";

std::string_view accepted(SolutionSyntax syntax) {
  constexpr std::array<std::string_view, 4> kTypes = {"application/sparql-results+json", "application/sparql-results+xml", "text/csv",
                                                      "text/tab-separated-values"};
  return kTypes[static_cast<std::size_t>(syntax)];
}

/// `name=value`, with what HTML forms want.
void add_to_form(std::string& form, std::string_view name, std::string_view value) {
  form += fmt::format("{}{}={}", form.empty() ? "" : "&", name, iri_segment(value));
}

/// The beginning of what a server says, on one line.
std::string complaint_of(std::string_view body) {
  constexpr std::size_t kMost = 300;
  std::string text = printable_line(to_valid_utf8(body.substr(0, kMost)));
  return text.empty() ? std::string("it says nothing more") : text;
}

/// An address as it may be shown: what stands behind its question mark may be a key.
std::string without_query(const std::string& url) { return url.substr(0, url.find('?')); }

/// What a server says, without the secret that it was sent, which some repeat.
std::string blotted(std::string text, const std::string& authorization) {
  constexpr std::size_t kShortest = 4;  // of what could be a secret
  for (const std::string& secret : {authorization, authorization.substr(authorization.find(' ') + 1)})
    if (secret.size() >= kShortest) text = replace_all(std::move(text), secret, "…");
  return text;
}

/// A graph in the syntax that was asked for: Blazegraph, for one, answers some requests in another one.
Result<std::string> as_wanted(http::HttpResponse response, Syntax wanted) {
  const auto came = syntax_of_media_type(response.header("content-type"));
  if (!came || *came == wanted) return std::move(response.body);
  GROVE_ASSIGN_OR_RETURN(const std::vector<Quad> quads, parse(ParseRequest{.text = response.body, .syntax = *came}));
  return serialize(quads, {.syntax = wanted});
}

/// A server of the SPARQL 1.1 Protocol. Limits on time and bytes hold here, all others are the server's own.
class RemoteTripleStore final : public TripleStore {
 public:
  explicit RemoteTripleStore(RemoteStore store) : store_(std::move(store)) {}

  Result<QueryAnswer> query(const QueryRequest& request, const CancelToken& cancel) override {
    GROVE_ASSIGN_OR_RETURN(const QueryForm form, form_of_query(request.text));
    const bool is_graph = form == QueryForm::kConstruct || form == QueryForm::kDescribe;
    if (request.forms == (is_graph ? QueryRequest::Forms::kSolutions : QueryRequest::Forms::kGraphs))
      return fail(ErrorCode::kConflict, fmt::format("cannot answer the query: it makes {} graph", is_graph ? "a" : "no"));
    GROVE_ASSIGN_OR_RETURN(const std::string text, bound_query(request));
    std::string body;
    add_to_form(body, "query", text);
    for (const std::string& graph : request.dataset.default_graphs) add_to_form(body, "default-graph-uri", graph);
    for (const std::string& graph : request.dataset.named_graphs) add_to_form(body, "named-graph-uri", graph);
    const std::string accept = fmt::format("Accept: {}", is_graph ? media_type(request.graph) : accepted(request.solutions));
    http::HttpRequest sent{
        .url = store_.query_url, .headers = {std::string(kForm), accept}, .body = std::move(body), .timeout = request.limits.time};
    GROVE_ASSIGN_OR_RETURN(http::HttpResponse response, send(std::move(sent), cancel));
    if (response.body.size() > request.limits.bytes)
      return fail(ErrorCode::kResourceLimit, "the answer is longer than it may be", "Ask for less, with LIMIT.");
    if (!is_graph) return QueryAnswer{.form = form, .body = std::move(response.body)};
    GROVE_ASSIGN_OR_RETURN(std::string graph, as_wanted(std::move(response), request.graph));
    return QueryAnswer{.form = form, .body = std::move(graph)};
  }

  Status update(const UpdateRequest& request, const CancelToken& cancel) override {
    std::string body;
    add_to_form(body, "update", request.text);
    for (const std::string& graph : request.using_graphs) add_to_form(body, "using-graph-uri", graph);
    for (const std::string& graph : request.using_named_graphs) add_to_form(body, "using-named-graph-uri", graph);
    return change(std::move(body), request.limits.time, cancel);
  }

  Status load(const LoadRequest& request, const CancelToken& cancel) override {
    GROVE_ASSIGN_OR_RETURN(std::vector<Quad> quads,
                           parse(ParseRequest{.text = request.text, .syntax = request.syntax, .base_iri = request.base_iri}));
    if (request.graph)
      for (Quad& quad : quads)
        if (!quad.graph) quad.graph = iri(*request.graph);
    GROVE_ASSIGN_OR_RETURN(std::string text, insertion_of(quads));
    if (request.mode == LoadRequest::Mode::kReplace) {
      GROVE_ASSIGN_OR_RETURN(const std::string graph, graph_reference(request.graph));
      text = fmt::format("CLEAR SILENT {};\n{}", graph, text);
    }
    std::string body;
    add_to_form(body, "update", text);
    return change(std::move(body), QueryLimits().time, cancel);
  }

  Result<std::string> graph(const std::optional<std::string>& name, Syntax syntax, const CancelToken& cancel) override {
    QueryRequest all{.text = "CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }", .graph = syntax};
    if (name) {
      GROVE_ASSIGN_OR_RETURN(const Term graph, parse_iri(*name));
      all.text = "CONSTRUCT { ?s ?p ?o } WHERE { GRAPH ?g { ?s ?p ?o } }";
      all.bindings = {{.variable = "g", .value = graph}};
      const QueryRequest ask{.text = "ASK { GRAPH ?g { ?s ?p ?o } }", .bindings = all.bindings, .solutions = SolutionSyntax::kJson};
      GROVE_ASSIGN_OR_RETURN(const QueryAnswer is_there, query(ask, cancel));
      if (is_there.body.find("true") == std::string::npos)
        return fail(ErrorCode::kNotFound, fmt::format("{} holds no graph <{}>", without_query(store_.query_url), *name));
    }
    GROVE_ASSIGN_OR_RETURN(QueryAnswer answer, query(all, cancel));
    return std::move(answer.body);
  }

  Status drop_graph(const std::optional<std::string>& name, const CancelToken& cancel) override {
    GROVE_ASSIGN_OR_RETURN(const std::string graph, graph_reference(name));
    return update({.text = "DROP SILENT " + graph}, cancel);
  }

  Result<std::uint64_t> size() override {
    const QueryRequest count{.text = "SELECT (COUNT(*) AS ?n) { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }",
                             .solutions = SolutionSyntax::kCsv};
    GROVE_ASSIGN_OR_RETURN(const QueryAnswer answer, query(count, CancelToken()));
    const auto line = answer.body.find('\n');
    const std::string number = line == std::string::npos ? std::string() : answer.body.substr(line + 1);
    std::uint64_t size = 0;
    for (const char c : number)
      if (c >= '0' && c <= '9') size = size * 10 + static_cast<std::uint64_t>(c - '0');
    return size;
  }

 private:
  /// `DEFAULT` or `GRAPH <…>`.
  static Result<std::string> graph_reference(const std::optional<std::string>& name) {
    if (!name) return std::string("DEFAULT");
    GROVE_ASSIGN_OR_RETURN(const Term graph, parse_iri(*name));
    return fmt::format("GRAPH <{}>", graph.value);
  }

  /// One INSERT DATA. Its triples are written by the serialiser, which checks each term; so a blank node is the same in all graphs of it.
  static Result<std::string> insertion_of(const std::vector<Quad>& quads) {
    std::string text = "INSERT DATA {\n";
    std::optional<Term> open;
    bool is_first = true;
    std::vector<Quad> group;
    const auto flush = [&]() -> Status {
      GROVE_ASSIGN_OR_RETURN(const std::string triples, serialize(group, {.syntax = Syntax::kNTriples}));
      if (!open) {
        text += triples;
      } else {
        GROVE_ASSIGN_OR_RETURN(const Term graph, parse_iri(open->value));
        text += fmt::format("GRAPH <{}> {{\n{}}}\n", graph.value, triples);
      }
      group.clear();
      return {};
    };
    for (const Quad& quad : quads) {
      if (!is_first && quad.graph != open) GROVE_RETURN_IF_ERROR(flush());
      is_first = false;
      open = quad.graph;
      group.push_back({quad.subject, quad.predicate, quad.object});
    }
    if (!group.empty()) GROVE_RETURN_IF_ERROR(flush());
    return text + "}";
  }

  Status change(std::string body, std::chrono::milliseconds time, const CancelToken& cancel) {
    http::HttpRequest sent{.url = store_.update_url.empty() ? store_.query_url : store_.update_url,
                           .headers = {std::string(kForm)},
                           .body = std::move(body),
                           .timeout = time};
    GROVE_ASSIGN_OR_RETURN([[maybe_unused]] const http::HttpResponse response, send(std::move(sent), cancel));
    return {};
  }

  Result<http::HttpResponse> send(http::HttpRequest request, const CancelToken& cancel) {
    if (!store_.authorization.empty()) request.headers.push_back("Authorization: " + store_.authorization);
    const std::string asking = fmt::format("cannot ask {}", printable_line(without_query(request.url)));
    auto response = client_.send(request, cancel);
    if (!response) return std::unexpected(std::move(response).error().within(asking));
    if (response->status >= 200 && response->status < 300) return response;
    const std::string complaint = blotted(complaint_of(response->body), store_.authorization);
    switch (response->status) {
      case 400: return fail(ErrorCode::kInvalidArgument, fmt::format("{}: it refuses the request: {}", asking, complaint));
      case 401:
      case 403:
        return fail(ErrorCode::kUnavailable, fmt::format("{}: it wants to know who asks (HTTP {})", asking, response->status),
                    "Give it a name and password, or a token.");
      case 404: return fail(ErrorCode::kNotFound, fmt::format("{}: there is nothing at that address", asking), "Check the address.");
      default: return fail(ErrorCode::kUnavailable, fmt::format("{}: it answers HTTP {}: {}", asking, response->status, complaint));
    }
  }

  RemoteStore store_;
  http::HttpClient client_;
};

}  // namespace

Result<std::unique_ptr<TripleStore>> open_remote_store(const RemoteStore& store) {
  const auto is_web_address = [](std::string_view url) { return url.starts_with("http://") || url.starts_with("https://"); };
  const bool is_right = is_web_address(store.query_url) && (store.update_url.empty() || is_web_address(store.update_url));
  for (const std::string& url : {store.query_url, store.update_url})
    if (url.substr(0, url.find('/', url.find("//") + 2)).find('@') != std::string::npos)
      return fail(ErrorCode::kInvalidArgument, "the address of the SPARQL server holds a name or password, which would be shown",
                  "Leave it out, and set GROVE_SPARQL_AUTHORIZATION.");
  if (is_right) return std::make_unique<RemoteTripleStore>(store);
  const std::string& wrong = is_web_address(store.query_url) ? store.update_url : store.query_url;
  return fail(ErrorCode::kInvalidArgument, fmt::format("\"{}\" is no address of a SPARQL server", printable_line(wrong)),
              "Give one that begins with http:// or https://.");
}

}  // namespace grove::rdf
