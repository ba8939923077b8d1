#include "knowledge/ontology/texts.h"

#include <tuple>

#include "base/text.h"

namespace grove::knowledge {
namespace {

/// Smaller is better.
std::tuple<int, std::string, std::string> rank(const rdf::Term& literal) {
  const std::string& language = literal.language;
  const int kind = language == "en" ? 0 : language.starts_with("en-") ? 1 : language.empty() ? 2 : 3;
  return {kind, language, literal.value};
}

std::string first_said(const GraphView& graph, const rdf::Term& subject, const std::vector<rdf::Term>& predicates) {
  for (const rdf::Term& predicate : predicates)
    if (std::string text = preferred_text(graph.objects(subject, predicate)); !text.empty()) return text;
  return {};
}

}  // namespace

std::string preferred_text(const std::vector<rdf::Term>& literals) {
  const rdf::Term* best = nullptr;
  for (const rdf::Term& one : literals) {
    if (one.kind != rdf::Term::Kind::kLiteral || trim(one.value).empty()) continue;
    if (best == nullptr || rank(one) < rank(*best)) best = &one;
  }
  return best == nullptr ? std::string() : std::string(trim(best->value));
}

std::string label_of(const GraphView& graph, const rdf::Term& subject) {
  static constexpr std::string_view kElements = "http://purl.org/dc/elements/1.1/";
  return first_said(graph, subject,
                    {named(names::kRdfs, "label"), named(names::kSkos, "prefLabel"), named(names::kDcterms, "title"),
                     named(kElements, "title"), named(names::kSchema, "name"), named(names::kSchemaHttp, "name")});
}

std::string description_of(const GraphView& graph, const rdf::Term& subject) {
  static constexpr std::string_view kElements = "http://purl.org/dc/elements/1.1/";
  return first_said(graph, subject,
                    {named(names::kRdfs, "comment"), named(names::kSkos, "definition"), named(names::kDcterms, "description"),
                     named(kElements, "description"), named(names::kSchema, "description"), named(names::kSchemaHttp, "description"),
                     named(names::kProv, "definition")});
}

}  // namespace grove::knowledge
