#include "tests/w3c/manifest.h"

#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "rdf/syntax.h"

namespace grove::rdf::w3c {
namespace {

namespace fs = std::filesystem;

const std::string kRdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const std::string kManifest = "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#";
const std::string kQuery = "http://www.w3.org/2001/sw/DataAccess/tests/test-query#";
const std::string kUpdate = "http://www.w3.org/2009/sparql/tests/test-update#";
const std::string kHttp = "http://www.w3.org/2011/http#";
const std::string kContent = "http://www.w3.org/2011/content#";
const std::string kLabel = "http://www.w3.org/2000/01/rdf-schema#label";

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error("cannot open " + file.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

std::optional<fs::path> tests_folder() {
  const char* named = std::getenv("W3C_TESTS");
  const fs::path folder = named != nullptr ? fs::path(named) : fs::path(GROVE_SOURCE_DIR) / "../shared/eval/w3c";
  return fs::exists(folder) ? std::optional(folder) : std::nullopt;
}

Manifest::Manifest(const fs::path& file) : folder_(file.parent_path()) {
  const std::string path = folder_.string();
  const std::size_t part = path.find("/w3c/");
  base_ = "https://w3c.github.io/rdf-tests/" + path.substr(part + 5) + "/";
  const auto quads = parse({.text = read(file), .base_iri = base_ + file.filename().string()});
  if (!quads) throw std::runtime_error(file.string() + ": " + describe(quads.error()));
  for (const Quad& quad : *quads) statements_[{quad.subject, quad.predicate.value}].push_back(quad.object);
  for (const auto& [key, values] : statements_) {
    if (key.second != kManifest + "entries") continue;
    for (const Term& entry : list_of(values.front())) entries_.push_back(entry_of(entry));
  }
}

std::string Manifest::text_of(const std::string& file) const { return read(folder_ / file); }

std::vector<Term> Manifest::objects(const Term& subject, std::string_view property) const {
  const auto found = statements_.find({subject, std::string(property)});
  return found == statements_.end() ? std::vector<Term>() : found->second;
}

std::optional<Term> Manifest::object(const Term& subject, std::string_view property) const {
  const std::vector<Term> all = objects(subject, property);
  return all.empty() ? std::nullopt : std::optional(all.front());
}

std::vector<Term> Manifest::list_of(std::optional<Term> cell) const {
  std::vector<Term> members;
  for (; cell && *cell != iri(kRdf + "nil"); cell = object(*cell, kRdf + "rest")) members.push_back(*object(*cell, kRdf + "first"));
  return members;
}

std::string Manifest::text_at(const Term& subject, std::string_view property) const {
  return object(subject, property).value_or(Term()).value;
}

std::string Manifest::file_of(const std::optional<Term>& iri) const {
  return iri && iri->kind == Term::Kind::kIri && iri->value.starts_with(base_) ? iri->value.substr(base_.size()) : "";
}

Manifest::Data Manifest::data_of(const Term& node) const {
  Data data;
  for (const std::string& vocabulary : {kQuery, kUpdate}) {
    for (const Term& file : objects(node, vocabulary + "data")) data.default_graph.push_back(file_of(file));
    for (const Term& graph : objects(node, vocabulary + "graphData")) {
      const std::optional<Term> inner = object(graph, vocabulary + "graph");
      const std::optional<Term> label = object(graph, kLabel);
      if (inner)
        data.named_graphs.emplace_back(label ? label->value : inner->value, file_of(inner));
      else
        data.named_graphs.emplace_back(graph.value, file_of(graph));
    }
  }
  return data;
}

Manifest::Exchange::Headers Manifest::headers_of(const Term& message) const {
  Exchange::Headers headers;
  for (const Term& header : list_of(object(message, kHttp + "headers")))
    headers.emplace_back(text_at(header, kHttp + "fieldName"), text_at(header, kHttp + "fieldValue"));
  return headers;
}

Manifest::Exchange Manifest::exchange_of(const Term& request) const {
  Exchange exchange{
      .method = text_at(request, kHttp + "methodName"), .path = text_at(request, kHttp + "absolutePath"), .headers = headers_of(request)};
  if (const auto body = object(request, kHttp + "body")) {
    exchange.body = text_at(*body, kContent + "chars");
    exchange.encoding = text_at(*body, kContent + "characterEncoding");
  }
  const Term response = object(request, kHttp + "resp").value_or(Term());
  for (const Term& status : objects(response, kManifest + "expectedStatus"))
    exchange.statuses.push_back(status.value.substr(status.value.rfind('#') + 1));
  exchange.boolean = text_at(response, kManifest + "expectedBoolean");
  exchange.format = text_at(response, kManifest + "expectedFormat");
  exchange.location = text_at(response, kManifest + "expectedLocation");
  exchange.expected_headers = headers_of(response);
  if (const auto body = object(response, kHttp + "body")) exchange.expected_body = text_at(*body, kContent + "chars");
  return exchange;
}

Manifest::Entry Manifest::entry_of(const Term& node) const {
  Entry entry;
  const std::string type = object(node, kRdf + "type").value_or(Term()).value;
  entry.type = type.substr(type.rfind('#') + 1);
  entry.name = folder_.filename().string() + "#" + node.value.substr(node.value.rfind('#') + 1);
  const Term action = object(node, kManifest + "action").value_or(Term());
  entry.action = file_of(action);
  if (entry.action.empty()) entry.action = file_of(object(action, kQuery + "query"));
  if (entry.action.empty()) entry.action = file_of(object(action, kUpdate + "request"));
  entry.data = data_of(action);
  if (entry.data.named_graphs.empty()) entry.data.named_graphs = data_of(node).named_graphs;
  for (const Term& request : list_of(object(action, kHttp + "requests"))) entry.exchanges.push_back(exchange_of(request));
  if (const std::optional<Term> result = object(node, kManifest + "result")) {
    entry.result = file_of(result);
    entry.expected = data_of(*result);
  }
  return entry;
}

}  // namespace grove::rdf::w3c
