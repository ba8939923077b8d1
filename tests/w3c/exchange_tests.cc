#include "tests/w3c/exchange_tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/text.h"
#include "tests/w3c/result_sets.h"
#include "tests/w3c/sparql_tests.h"

namespace grove::rdf::w3c {
namespace {

using Exchange = Manifest::Exchange;
/// What stands in requests for something that an answer told.
using Variables = std::map<std::string, std::string>;

std::string filled(std::string text, const Variables& variables) {
  for (const auto& [name, value] : variables)
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + value.size()))
      text.replace(at, name.size(), value);
  return text;
}

/// The manifests call the graph store `/gsp`.
std::string path_of(const Exchange& exchange, const Variables& variables) {
  std::string path = filled(exchange.path, variables);
  if (path.starts_with("/gsp")) path.replace(0, 4, "/graph-store");
  return path;
}

std::string encoded(const std::string& text, const std::string& encoding) {
  if (encoding != "UTF-16") return text;
  std::string result = "\xfe\xff";
  for (const char c : text) result += {'\0', c};
  return result;
}

bool is_status(const std::string& name, unsigned status) {
  static const std::map<std::string, unsigned> kNames{{"OK", 200}, {"Created", 201}, {"NoContent", 204}, {"NotFound", 404}};
  if (name.starts_with("StatusCode")) return status / 100 == static_cast<unsigned>(name.at(10) - '0');
  const auto known = kNames.find(name);
  return known != kNames.end() && known->second == status;
}

std::string bare_type(const std::string& type) { return to_lower_ascii(trim(type.substr(0, type.find(';')))); }

Outcome check_body(const Exchange& exchange, const serve::RawAnswer& answer) {
  const std::string type = bare_type(answer.header("Content-Type"));
  const bool is_result = type == "application/sparql-results+json" || type == "application/sparql-results+xml";
  if ((exchange.format == "boolean" || exchange.format == "tabular") && !is_result) return "no results of a query: " + type;
  if (exchange.format == "RDF" && !syntax_of_media_type(type)) return "no RDF: " + type;
  if (!exchange.boolean.empty()) {
    const ResultSet result = read_result_set(answer.body, type.ends_with("json") ? "srj" : "srx");
    if (!result.is_boolean || result.boolean != (exchange.boolean == "true")) return "another boolean:\n" + answer.body;
  }
  if (!exchange.expected_body) return "";
  const auto expected = parse({.text = *exchange.expected_body});
  const auto actual = parse({.text = answer.body, .syntax = syntax_of_media_type(type).value_or(Syntax::kTurtle)});
  return expected && actual ? compare(rows_of(*actual), rows_of(*expected)) : "a graph can't be read:\n" + answer.body;
}

Outcome check(const Exchange& exchange, const serve::RawAnswer& answer) {
  if (!std::ranges::any_of(exchange.statuses, [&](const std::string& name) { return is_status(name, answer.status); }))
    return fmt::format("{} {} was answered {}\n{}", exchange.method, exchange.path, answer.status, answer.body);
  for (const auto& [name, value] : exchange.expected_headers)
    if (answer.header(name) != value) return fmt::format("{} is \"{}\"", name, answer.header(name));
  return check_body(exchange, answer);
}

const std::string kService = "http://www.w3.org/ns/sparql-service-description#";

/// What the vocabulary says of its properties: of what class a subject is, and an object ("": an IRI of another vocabulary).
struct Property {
  std::string_view name, subject, object;
};
constexpr std::array kProperties{
    Property{"endpoint", "Service", ""},          Property{"supportedLanguage", "Service", "Language"},
    Property{"resultFormat", "Service", ""},      Property{"inputFormat", "Service", ""},
    Property{"feature", "Service", "Feature"},    Property{"defaultDataset", "Service", "Dataset"},
    Property{"defaultGraph", "Dataset", "Graph"},
};
const std::map<std::string, std::set<std::string>> kInstances{
    {"Language", {"SPARQL10Query", "SPARQL11Query", "SPARQL11Update"}},
    {"Feature", {"DereferencesURIs", "UnionDefaultGraph", "RequiresDataset", "EmptyGraphs", "BasicFederatedQuery"}}};

/// Whether a node is of a class of the vocabulary: by its type, or because the vocabulary itself lists it.
bool is_of_class(const std::vector<Quad>& quads, const Term& node, const std::string& type) {
  const auto instances = kInstances.find(type);
  if (instances != kInstances.end())
    return node.value.starts_with(kService) && instances->second.contains(node.value.substr(kService.size()));
  return std::ranges::any_of(quads, [&](const Quad& quad) {
    return quad.subject == node && quad.predicate.value.ends_with("#type") && quad.object == iri(kService + type);
  });
}

Outcome conforms(const std::vector<Quad>& quads) {
  for (const Quad& quad : quads) {
    if (!quad.predicate.value.starts_with(kService)) continue;
    const auto property = std::ranges::find(kProperties, std::string_view(quad.predicate.value).substr(kService.size()), &Property::name);
    if (property == kProperties.end()) return quad.predicate.value + " is no property of the vocabulary";
    if (!is_of_class(quads, quad.subject, std::string(property->subject))) return quad.subject.value + " is of no class";
    const bool fits =
        property->object.empty() ? quad.object.kind == Term::Kind::kIri : is_of_class(quads, quad.object, std::string(property->object));
    if (!fits) return quad.object.value + " is of another class";
  }
  return "";
}

}  // namespace

Outcome exchange_test(const Server& server, const Manifest& manifest, const Manifest::Entry& entry) {
  if (Outcome outcome = load(server, manifest, entry.data); !outcome.empty()) return outcome;
  if (entry.exchanges.empty()) return "it has no requests";
  Variables variables;
  for (const Exchange& exchange : entry.exchanges) {
    const auto answer = server.send({.method = exchange.method,
                                     .target = path_of(exchange, variables),
                                     .headers = exchange.headers,
                                     .body = encoded(filled(exchange.body, variables), exchange.encoding)});
    if (Outcome outcome = check(exchange, answer); !outcome.empty()) return outcome;
    if (exchange.location.empty()) continue;
    variables[exchange.location] = answer.header("Location");
    if (variables[exchange.location].empty()) return "there is no Location";
  }
  return "";
}

Outcome description_test(const Server& server, const Manifest&, const Manifest::Entry& entry) {
  const auto answer = server.send({.target = "/sparql", .headers = {{"Accept", "text/turtle"}}});
  const auto quads = parse({.text = answer.body});
  if (answer.status != 200 || !quads || quads->empty()) return fmt::format("{} and no RDF:\n{}", answer.status, answer.body);
  const Term endpoint = iri(fmt::format("http://{}/sparql", Server::kHost));
  if (entry.name.ends_with("#returns-rdf")) return "";
  if (entry.name.ends_with("#has-endpoint-triple")) {
    const bool has = std::ranges::any_of(
        *quads, [&](const Quad& quad) { return quad.predicate.value == kService + "endpoint" && quad.object == endpoint; });
    return has ? "" : "it doesn't name its endpoint:\n" + answer.body;
  }
  return entry.name.ends_with("#conforms-to-schema") ? conforms(*quads) : "nobody knows what it wants";
}

}  // namespace grove::rdf::w3c
