#include "export/code_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "graph/graph.h"
#include "model/kinds.h"
#include "model/language.h"

namespace grove::exporting {
namespace {

using graph::FileId;
using graph::kNobody;
using graph::SymbolId;
using rdf::iri;
using rdf::iri_segment;
using rdf::literal;
using rdf::Term;

constexpr std::string_view kType = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
constexpr std::string_view kLabel = "http://www.w3.org/2000/01/rdf-schema#label";
constexpr std::string_view kInteger = "http://www.w3.org/2001/XMLSchema#integer";

Term term_of(std::string_view name) { return iri(std::string(kVocabulary) + std::string(name)); }

Term number(std::uint64_t value) { return literal(std::to_string(value), std::string(kInteger)); }

std::string capital(std::string_view word) {
  std::string text(word);
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

/// Segments of a path, each made fit for an IRI.
std::string path_segments(std::string_view path) {
  std::string text;
  while (true) {
    const std::size_t slash = path.find('/');
    text += iri_segment(path.substr(0, slash));
    if (slash == std::string_view::npos) return text;
    text += '/';
    path.remove_prefix(slash + 1);
  }
}

/// What one thing does with another; what stands on a name alone is only possible.
std::string property_of(Role role, Confidence confidence) {
  constexpr std::string_view kNames[] = {"calls", "usesType", "imports", "reads", "writes", "inherits"};
  const std::string name(kNames[static_cast<std::size_t>(role)]);
  return confidence == Confidence::kName ? "possibly" + capital(name) : name;
}

class Exporter {
 public:
  Exporter(const ExportedRepository& repository, const graph::Graph& symbols, const std::function<void(rdf::Quad&&)>& sink)
      : repository_(repository),
        uses_(symbols),
        declarations_(symbols.declarations()),
        sink_(sink),
        graph_(repository_iri(repository.name)) {}

  Status run(const CancelToken& cancel) {
    say(graph_, kType, term_of("Repository"));
    say(graph_, kLabel, literal(repository_.name));
    const std::vector<FileId> files = files_by_path();
    for (const FileId file : files) name_symbols(file);
    for (const FileId file : files) {
      GROVE_RETURN_IF_ERROR(cancel.check());
      write_file(file);
    }
    for (const ExportedEndpoint& endpoint : repository_.endpoints) write_endpoint(endpoint);
    std::size_t count = 0;
    for (const ExportedLink& link : repository_.links) write_link(link, ++count);
    return {};
  }

 private:
  void say(const Term& subject, std::string_view predicate, Term object) {
    sink_({.subject = subject, .predicate = iri(std::string(predicate)), .object = std::move(object), .graph = graph_});
  }
  void tell(const Term& subject, std::string_view property, Term object) {
    sink_({.subject = subject, .predicate = term_of(property), .object = std::move(object), .graph = graph_});
  }

  std::vector<FileId> files_by_path() const {
    std::vector<FileId> files;
    for (FileId file = 0; file < declarations_.file_limit(); ++file)
      if (declarations_.is_live(file)) files.push_back(file);
    std::ranges::sort(files, {}, [this](FileId file) { return declarations_.file(file).path; });
    return files;
  }

  /// `urn:grove:code:REPO:PATH#QUALIFIED`, with `~2`, `~3` for further ones of that name in the file.
  void name_symbols(FileId id) {
    const graph::DeclaredFile file = declarations_.file(id);
    const std::string base = file_iri(repository_.name, file.path).value + "#";
    std::map<std::string, int> seen;
    for (SymbolId symbol = file.first_symbol; symbol < file.first_symbol + file.symbol_count; ++symbol) {
      const graph::DeclaredSymbol declared = declarations_.symbol(symbol);
      const std::string name = iri_segment(declared.qualified_name.empty() ? declared.name : declared.qualified_name);
      const int count = ++seen[name];
      symbols_.emplace(symbol, iri(count == 1 ? base + name : fmt::format("{}{}~{}", base, name, count)));
    }
  }

  void write_file(FileId id) {
    const graph::DeclaredFile file = declarations_.file(id);
    const Term subject = file_iri(repository_.name, file.path);
    say(subject, kType, term_of("File"));
    tell(subject, "path", literal(std::string(file.path)));
    tell(subject, "language", literal(std::string(language_name(file.language))));
    tell(subject, "inRepository", graph_);
    for (SymbolId symbol = file.first_symbol; symbol < file.first_symbol + file.symbol_count; ++symbol) write_symbol(symbol, subject);
    write_uses(id, subject);
  }

  void write_symbol(SymbolId id, const Term& file) {
    const graph::DeclaredSymbol symbol = declarations_.symbol(id);
    const Term& subject = symbols_.at(id);
    say(subject, kType, term_of("Symbol"));
    say(subject, kType, term_of(capital(kind_name(symbol.kind))));
    say(subject, kLabel, literal(std::string(symbol.name)));
    if (!symbol.qualified_name.empty()) tell(subject, "qualifiedName", literal(std::string(symbol.qualified_name)));
    tell(subject, "definedIn", file);
    tell(subject, "startLine", number(symbol.lines.first));
    tell(subject, "endLine", number(symbol.lines.last));
    if (const auto parent = symbols_.find(symbol.parent); parent != symbols_.end()) tell(subject, "memberOf", parent->second);
  }

  void write_uses(FileId id, const Term& file) {
    std::set<std::tuple<SymbolId, std::string, SymbolId>> told;
    for (const graph::Edge& edge : uses_.uses_in_file(id)) {
      const auto target = symbols_.find(edge.target);
      if (target == symbols_.end()) continue;
      const std::string property = property_of(edge.role, edge.confidence);
      if (!told.insert({edge.source, property, edge.target}).second) continue;
      const auto source = symbols_.find(edge.source);
      tell(source == symbols_.end() ? file : source->second, property, target->second);
    }
  }

  static Term endpoint_iri(const ExportedEndpoint& endpoint) {
    return iri(fmt::format("urn:grove:endpoint:{}:{}:{}", iri_segment(endpoint.repository), iri_segment(endpoint.http_method),
                           path_segments(endpoint.route)));
  }

  /// The innermost symbol of that name (or qualified name) around a line of a file.
  const Term* symbol_at(std::string_view path, std::uint32_t line, std::string_view name) const {
    const std::optional<FileId> id = declarations_.find_file(path);
    if (!id || name.empty()) return nullptr;
    const graph::DeclaredFile file = declarations_.file(*id);
    const Term* found = nullptr;
    for (SymbolId id_of = file.first_symbol; id_of < file.first_symbol + file.symbol_count; ++id_of) {
      const graph::DeclaredSymbol symbol = declarations_.symbol(id_of);
      const bool is_named = symbol.name == name || symbol.qualified_name == name;
      if (is_named && symbol.lines.first <= line && line <= symbol.lines.last) found = &symbols_.at(id_of);
    }
    return found;
  }

  void write_endpoint(const ExportedEndpoint& endpoint) {
    const Term subject = endpoint_iri(endpoint);
    say(subject, kType, term_of("Endpoint"));
    say(subject, kLabel, literal(endpoint.http_method + " " + endpoint.route));
    tell(subject, "httpMethod", literal(endpoint.http_method));
    tell(subject, "route", literal(endpoint.route));
    if (!endpoint.framework.empty()) tell(subject, "framework", literal(endpoint.framework));
    if (!endpoint.service.empty()) tell(subject, "service", literal(endpoint.service));
    if (!endpoint.path.empty()) tell(subject, "definedIn", file_iri(repository_.name, endpoint.path));
    if (endpoint.line != 0) tell(subject, "startLine", number(endpoint.line));
    if (const Term* handler = symbol_at(endpoint.path, endpoint.line, endpoint.handler)) tell(subject, "handledBy", *handler);
  }

  void write_link(const ExportedLink& link, std::size_t count) {
    const Term file = file_iri(repository_.name, link.path);
    const Term subject = iri(fmt::format("urn:grove:request:{}:{}", iri_segment(repository_.name), count));
    say(subject, kType, term_of("Request"));
    say(subject, kLabel, literal(link.http_method.empty() ? link.url : link.http_method + " " + link.url));
    if (!link.http_method.empty()) tell(subject, "httpMethod", literal(link.http_method));
    tell(subject, "url", literal(link.url));
    if (!link.via.empty()) tell(subject, "via", literal(link.via));
    tell(subject, "definedIn", file);
    tell(subject, "startLine", number(link.line));
    if (const Term* sender = symbol_at(link.path, link.line, link.in)) tell(subject, "sentBy", *sender);
    tell(subject, link.confidence == Confidence::kName ? "possiblyAnsweredBy" : "answeredBy", endpoint_iri(link.endpoint));
  }

  const ExportedRepository& repository_;
  const graph::Graph& uses_;
  const graph::Declarations& declarations_;
  const std::function<void(rdf::Quad&&)>& sink_;
  const Term graph_;
  std::map<SymbolId, Term> symbols_;
};

}  // namespace

Term repository_iri(std::string_view name) { return iri("urn:grove:repository:" + iri_segment(name)); }

Term file_iri(std::string_view repository, std::string_view path) {
  return iri(fmt::format("urn:grove:code:{}:{}", iri_segment(repository), path_segments(path)));
}

Status export_repository(const ExportedRepository& repository, const std::function<void(rdf::Quad&&)>& sink, const CancelToken& cancel) {
  GROVE_ASSIGN_OR_RETURN(const std::shared_ptr<const graph::Graph> symbols, graph::open_graph(repository.graph_folder));
  return Exporter(repository, *symbols, sink).run(cancel);
}

}  // namespace grove::exporting
