#include <fmt/format.h>

#include "knowledge/graph_view.h"
#include "knowledge/shacl/validate.h"

// Reports of validation: as RDF (SHACL, section 3.6) and for people.
namespace grove::knowledge {
namespace {

using rdf::Term;
using Kind = ShaclPath::Kind;

Term sh(std::string_view name) { return named(names::kShacl, name); }

/// Writes results, with blank nodes numbered in the order they are made.
class ReportWriter {
 public:
  std::vector<rdf::Quad> write(const ShaclReport& report) {
    const Term root = rdf::blank("report");
    put(root, named(names::kRdf, "type"), sh("ValidationReport"));
    put(root, sh("conforms"), rdf::literal(report.conforms ? "true" : "false", std::string(names::kXsd) + "boolean"));
    for (const ShaclResult& one : report.results) put(root, sh("result"), write_result(one));
    return std::move(quads_);
  }

 private:
  void put(const Term& subject, Term predicate, Term object) { quads_.push_back({subject, std::move(predicate), std::move(object)}); }

  Term fresh() { return rdf::blank(fmt::format("r{}", ++count_)); }

  Term write_result(const ShaclResult& one) {
    const Term node = fresh();
    put(node, named(names::kRdf, "type"), sh("ValidationResult"));
    put(node, sh("focusNode"), one.focus);
    if (one.path) put(node, sh("resultPath"), write_path(*one.path));
    put(node, sh("resultSeverity"), one.severity);
    put(node, sh("sourceConstraintComponent"), one.component);
    put(node, sh("sourceShape"), one.source_shape);
    if (one.value) put(node, sh("value"), *one.value);
    for (const Term& message : one.messages) put(node, sh("resultMessage"), message);
    return node;
  }

  Term write_path(const ShaclPath& path) {
    switch (path.kind) {
      case Kind::kPredicate: return path.predicate;
      case Kind::kSequence: return write_list(path.parts);
      case Kind::kInverse: return write_one("inversePath", write_path(path.parts.front()));
      case Kind::kZeroOrMore: return write_one("zeroOrMorePath", write_path(path.parts.front()));
      case Kind::kOneOrMore: return write_one("oneOrMorePath", write_path(path.parts.front()));
      case Kind::kZeroOrOne: return write_one("zeroOrOnePath", write_path(path.parts.front()));
      case Kind::kAlternative: break;
    }
    return write_one("alternativePath", write_list(path.parts));
  }

  Term write_one(std::string_view predicate, Term inner) {
    const Term node = fresh();
    put(node, sh(predicate), std::move(inner));
    return node;
  }

  Term write_list(const std::vector<ShaclPath>& parts) {
    Term rest = named(names::kRdf, "nil");
    for (std::size_t i = parts.size(); i-- > 0;) {
      const Term node = fresh();
      put(node, named(names::kRdf, "first"), write_path(parts[i]));
      put(node, named(names::kRdf, "rest"), std::move(rest));
      rest = node;
    }
    return rest;
  }

  std::vector<rdf::Quad> quads_;
  std::size_t count_ = 0;
};

std::string_view local(const Term& term) {
  const std::string_view iri = term.value;
  return iri.starts_with(names::kShacl) ? iri.substr(names::kShacl.size()) : iri;
}

std::string shown(const Term& term) {
  if (term.kind == Term::Kind::kIri) return '<' + term.value + '>';
  if (term.kind == Term::Kind::kBlank) return "_:" + term.value;
  return '"' + term.value + '"';
}

}  // namespace

std::vector<rdf::Quad> report_quads(const ShaclReport& report) { return ReportWriter().write(report); }

std::string report_text(const ShaclReport& report) {
  std::string text;
  for (const ShaclResult& one : report.results) {
    text += fmt::format("{} {} {}", local(one.severity), local(one.component), shown(one.focus));
    if (one.path) text += ' ' + path_text(*one.path);
    if (one.value) text += ' ' + shown(*one.value);
    if (one.source_shape.kind == Term::Kind::kIri) text += " by " + shown(one.source_shape);
    for (const Term& message : one.messages) text += ": " + message.value;
    text += '\n';
  }
  return text + (report.conforms ? "The graph conforms.\n" : fmt::format("{} results.\n", report.results.size()));
}

}  // namespace grove::knowledge
