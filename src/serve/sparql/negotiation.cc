#include "serve/sparql/negotiation.h"

#include <array>
#include <charconv>

#include "base/text.h"

namespace grove::serve::sparql {
namespace {

using rdf::SolutionSyntax;
using rdf::Syntax;

template <class Representation>
struct Offer {
  std::string_view type;
  Representation representation;
};

constexpr auto kSolutions = std::to_array<Offer<SolutionSyntax>>({
    {"application/sparql-results+json", SolutionSyntax::kJson},
    {"application/json", SolutionSyntax::kJson},
    {"application/sparql-results+xml", SolutionSyntax::kXml},
    {"application/xml", SolutionSyntax::kXml},
    {"text/xml", SolutionSyntax::kXml},
    {"text/csv", SolutionSyntax::kCsv},
    {"text/tab-separated-values", SolutionSyntax::kTsv},
});
constexpr auto kGraphs = std::to_array<Offer<Syntax>>({
    {"text/turtle", Syntax::kTurtle},
    {"application/x-turtle", Syntax::kTurtle},
    {"application/n-triples", Syntax::kNTriples},
    {"text/plain", Syntax::kNTriples},
    {"application/n-quads", Syntax::kNQuads},
    {"application/trig", Syntax::kTriG},
    {"application/rdf+xml", Syntax::kRdfXml},
    {"application/xml", Syntax::kRdfXml},
    {"application/ld+json", Syntax::kJsonLd},
    {"application/json", Syntax::kJsonLd},
});

double quality_of(std::string_view parameters) {
  for (const std::string_view parameter : split(parameters, ';')) {
    const std::string_view one = trim(parameter);
    if (!one.starts_with("q=") && !one.starts_with("Q=")) continue;
    double quality = 0;
    const auto read = std::from_chars(one.data() + 2, one.data() + one.size(), quality);
    return read.ec == std::errc() ? quality : 0;
  }
  return 1;
}

/// How exactly a range means a type: 3 for the type itself, 1 for `*/*`, 0 for not at all.
int exactness(std::string_view range, std::string_view type) {
  if (range == type) return 3;
  if (range == "*/*") return 1;
  return range.ends_with("/*") && type.starts_with(range.substr(0, range.size() - 1)) ? 2 : 0;
}

/// The most exact range decides about a type.
double quality_for(std::string_view accept, std::string_view type) {
  double quality = 0;
  int best = 0;
  for (const std::string_view range : split(accept, ',')) {
    const auto semicolon = range.find(';');
    const std::string name = to_lower_ascii(trim(range.substr(0, semicolon)));
    const int exact = exactness(name, type);
    if (exact <= best) continue;
    best = exact;
    quality = quality_of(semicolon == std::string_view::npos ? std::string_view() : range.substr(semicolon + 1));
  }
  return quality;
}

template <class Representation, std::size_t N>
std::optional<Representation> choose(std::string_view accept, const std::array<Offer<Representation>, N>& offers) {
  if (trim(accept).empty()) return offers.front().representation;
  std::optional<Representation> chosen;
  double best = 0;
  for (const Offer<Representation>& offer : offers) {
    const double quality = quality_for(accept, offer.type);
    if (quality <= best) continue;
    best = quality;
    chosen = offer.representation;
  }
  return chosen;
}

std::string_view unquoted(std::string_view value) {
  value = trim(value);
  return value.size() >= 2 && value.front() == '"' && value.back() == '"' ? value.substr(1, value.size() - 2) : value;
}

}  // namespace

std::optional<SolutionSyntax> wanted_solutions(std::string_view accept) { return choose(accept, kSolutions); }

std::optional<Syntax> wanted_graph(std::string_view accept) { return choose(accept, kGraphs); }

std::string_view media_type(SolutionSyntax syntax) {
  switch (syntax) {
    case SolutionSyntax::kJson: return "application/sparql-results+json";
    case SolutionSyntax::kXml: return "application/sparql-results+xml";
    case SolutionSyntax::kCsv: return "text/csv; charset=utf-8";
    case SolutionSyntax::kTsv: return "text/tab-separated-values; charset=utf-8";
  }
  return "application/sparql-results+json";
}

std::string content_type(Syntax syntax) {
  const std::string type(rdf::media_type(syntax));
  return type.starts_with("text/") ? type + "; charset=utf-8" : type;
}

ContentType read_content_type(std::string_view header) {
  ContentType content;
  const auto parts = split(header, ';');
  if (parts.empty()) return content;
  content.type = to_lower_ascii(trim(parts.front()));
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const auto equals = parts[i].find('=');
    if (equals == std::string_view::npos) continue;
    const std::string name = to_lower_ascii(trim(parts[i].substr(0, equals)));
    const std::string_view value = unquoted(parts[i].substr(equals + 1));
    if (name == "charset") content.is_utf8 = to_lower_ascii(value) == "utf-8" || to_lower_ascii(value) == "us-ascii";
    if (name == "boundary") content.boundary = value;
  }
  return content;
}

}  // namespace grove::serve::sparql
