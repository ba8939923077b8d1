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
  const auto quads = parse({.text = read(file), .base_iri = base_ + "manifest.ttl"});
  if (!quads) throw std::runtime_error(file.string() + ": " + describe(quads.error()));
  for (const Quad& quad : *quads) statements_[{quad.subject, quad.predicate.value}].push_back(quad.object);
  for (const auto& [key, values] : statements_) {
    if (key.second != kManifest + "entries") continue;
    for (std::optional<Term> cell = values.front(); cell && *cell != iri(kRdf + "nil"); cell = object(*cell, kRdf + "rest"))
      entries_.push_back(entry_of(*object(*cell, kRdf + "first")));
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
  if (const std::optional<Term> result = object(node, kManifest + "result")) {
    entry.result = file_of(result);
    entry.expected = data_of(*result);
  }
  return entry;
}

}  // namespace grove::rdf::w3c
