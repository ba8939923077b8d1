#include "tests/w3c/sparql_tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <regex>
#include <sstream>
#include <utility>

#include "base/hash.h"
#include "tests/w3c/result_sets.h"

namespace grove::rdf::w3c {
namespace {

std::string ending_of(const std::string& file) { return file.substr(file.rfind('.') + 1); }

Outcome unexpected(const serve::RawAnswer& answer) { return fmt::format("answered {}\n{}", answer.status, answer.body); }

std::string with_base(const Manifest& manifest, const Manifest::Entry& entry) {
  return "BASE <" + manifest.iri_of(entry.action) + ">\n" + manifest.text_of(entry.action);
}

/// The text of a file with its own address as its base.
std::string with_base(const Manifest& manifest, const std::string& file) {
  std::string text = manifest.text_of(file);
  const std::string& iri = manifest.iri_of(file);
  const std::size_t root = text.find("<rdf:RDF");
  if (syntax_of(file) == Syntax::kTurtle) return "@base <" + iri + "> .\n" + text;
  return root == std::string::npos ? text : text.insert(root + 8, " xml:base=\"" + iri + "\"");
}

Outcome put(const Server& server, const Manifest& manifest, const std::string& file, const std::optional<std::string>& graph) {
  const auto answer = server.send({.method = "POST",
                                   .target = graph ? "/graph-store?graph=" + percent_encoded(*graph) : "/graph-store?default",
                                   .headers = {{"Content-Type", std::string(media_type(syntax_of(file)))}},
                                   .body = with_base(manifest, file)});
  return answer.status == 201 || answer.status == 204 ? "" : unexpected(answer);
}

/// Lines of CSV or TSV, without labels of blank nodes and with one way to write an exponent.
std::vector<Row> lines_of(const std::string& text) {
  static const std::regex kLabel("_:[A-Za-z0-9]+");
  static const std::regex kExponent("([0-9])e([0-9])");
  std::vector<Row> rows;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.ends_with('\r')) line.pop_back();
    rows.push_back({literal(std::regex_replace(std::regex_replace(line, kLabel, "_:"), kExponent, "$1E$2"))});
  }
  return rows;
}

struct Asked {
  const Server& server;
  std::string text;
  Server::Way way;

  serve::RawAnswer in(std::string_view type) const { return server.query(text, std::string(type), way); }
};

Outcome compare_lines(const Asked& asked, std::string_view type, const std::string& expected) {
  const auto answer = asked.in(type);
  return answer.status == 200 ? compare(lines_of(answer.body), lines_of(expected)) : unexpected(answer);
}

Outcome compare_graphs(const Asked& asked, const std::vector<Quad>& expected) {
  for (const Syntax syntax : {Syntax::kTurtle, Syntax::kNTriples, Syntax::kNQuads, Syntax::kTriG, Syntax::kRdfXml, Syntax::kJsonLd}) {
    const auto answer = asked.in(media_type(syntax));
    if (answer.status != 200) return unexpected(answer);
    const auto actual = parse({.text = answer.body, .syntax = syntax});
    if (!actual) return fmt::format("{}: {}\n{}", media_type(syntax), describe(actual.error()), answer.body);
    if (const Outcome outcome = compare(rows_of(*actual), rows_of(expected)); !outcome.empty()) return outcome;
  }
  return "";
}

Outcome compare_results(const Asked& asked, const ResultSet& expected) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kSyntaxes{
      {{"srj", "application/sparql-results+json"}, {"srx", "application/sparql-results+xml"}, {"tsv", "text/tab-separated-values"}}};
  for (const auto& [ending, type] : kSyntaxes) {
    if (expected.is_boolean && ending == "tsv") continue;  // it has no way to say that
    const auto answer = asked.in(type);
    if (answer.status != 200) return unexpected(answer);
    const ResultSet actual = read_result_set(answer.body, ending);
    if (actual.is_boolean != expected.is_boolean || actual.boolean != expected.boolean) return fmt::format("{}: another boolean", type);
    if (actual.variables != expected.variables) return fmt::format("{}: other variables", type);
    if (const Outcome outcome = compare(actual.rows, expected.rows); !outcome.empty()) return fmt::format("{}: {}", type, outcome);
  }
  return "";
}

/// CONSTRUCT and DESCRIBE: what the query is, the server tells by what it can write it in.
bool is_graph(const Asked& asked) { return asked.in("application/n-triples").status == 200; }

std::vector<Quad> quads_of(const Manifest& manifest, const Manifest::Data& data) {
  std::vector<Quad> quads;
  const auto add = [&](const std::string& file, const std::optional<Term>& graph) {
    const auto read = parse({.text = manifest.text_of(file),
                             .syntax = syntax_of(file),
                             .base_iri = manifest.iri_of(file),
                             .blank_node_prefix = fmt::format("f{}", quads.size())});
    for (Quad quad : read.value()) {
      quad.graph = graph;
      quads.push_back(std::move(quad));
    }
  };
  for (const std::string& file : data.default_graph) add(file, {});
  for (const auto& [name, file] : data.named_graphs) add(file, iri(name));
  return quads;
}

}  // namespace

Outcome load(const Server& server, const Manifest& manifest, const Manifest::Data& data) {
  if (const auto cleared = server.update("DROP ALL"); cleared.status != 204) return unexpected(cleared);
  for (const std::string& file : data.default_graph)
    if (Outcome outcome = put(server, manifest, file, {}); !outcome.empty()) return outcome;
  for (const auto& [name, file] : data.named_graphs)
    if (Outcome outcome = put(server, manifest, file, name); !outcome.empty()) return outcome;
  return "";
}

Outcome query_test(const Server& server, const Manifest& manifest, const Manifest::Entry& entry) {
  if (Outcome outcome = load(server, manifest, entry.data); !outcome.empty()) return outcome;
  const Asked asked{.server = server, .text = with_base(manifest, entry), .way = static_cast<Server::Way>(hash64(entry.name) % 3)};
  const std::string ending = ending_of(entry.result);
  const std::string expected = manifest.text_of(entry.result);
  if (ending == "csv") return compare_lines(asked, "text/csv", expected);
  if (ending == "tsv") return compare_lines(asked, "text/tab-separated-values", expected);
  if (!is_graph(asked)) return compare_results(asked, read_result_set(expected, ending, manifest.iri_of(entry.result)));
  const auto graph = parse({.text = expected, .syntax = syntax_of(entry.result), .base_iri = manifest.iri_of(entry.result)});
  return graph ? compare_graphs(asked, *graph) : describe(graph.error());
}

Outcome update_test(const Server& server, const Manifest& manifest, const Manifest::Entry& entry) {
  if (Outcome outcome = load(server, manifest, entry.data); !outcome.empty()) return outcome;
  if (const auto done = server.update(with_base(manifest, entry)); done.status != 204) return unexpected(done);
  const auto all = server.query("SELECT ?s ?p ?o ?g { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }", "application/sparql-results+json");
  if (all.status != 200) return unexpected(all);
  ResultSet actual = read_result_set(all.body, "srj");
  for (Row& row : actual.rows) {
    std::ranges::reverse(row);  // its columns are sorted by their names
    if (row.back() == unbound()) row.back() = literal("", "default");
  }
  return compare(actual.rows, rows_of(quads_of(manifest, entry.expected)));
}

Outcome syntax_test(const Server& server, const Manifest& manifest, const Manifest::Entry& entry) {
  const std::string text = with_base(manifest, entry);
  const bool is_update = entry.type.find("Update") != std::string::npos;
  if (const auto cleared = server.update("DROP ALL"); cleared.status != 204) return unexpected(cleared);
  const auto answer = is_update ? server.update(text) : server.query(text, "*/*");
  // What was read may still be refused, for what it asks for or because a graph is not there.
  bool is_none = false;
  for (const char* reason : {"error at ", "is not declared", "stands where", "it is an update"})
    is_none = is_none || answer.body.find(reason) != std::string::npos;
  bool is_read = answer.status < 300 || (!is_update && !is_none);
  for (const char* reason : {"LOAD is not allowed", "there is no graph", "there is a graph"})
    is_read = is_read || (is_update && answer.body.find(reason) != std::string::npos);
  if (entry.type.starts_with("Negative")) return is_read ? "it was read" : answer.status == 400 ? "" : unexpected(answer);
  return is_read ? "" : unexpected(answer);
}

}  // namespace grove::rdf::w3c
