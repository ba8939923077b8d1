#include "rdf/syntax.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <utility>

#include "rdf/oxigraph_terms.h"
#include "rdf/turtle_writer.h"

namespace grove::rdf {
namespace {

struct SyntaxName {
  Syntax syntax;
  std::string_view media_type;
  std::string_view ending;
};

/// The first row of a syntax is the one that it is called by.
constexpr std::array kNames{
    SyntaxName{Syntax::kTurtle, "text/turtle", "ttl"},
    SyntaxName{Syntax::kNTriples, "application/n-triples", "nt"},
    SyntaxName{Syntax::kNQuads, "application/n-quads", "nq"},
    SyntaxName{Syntax::kTriG, "application/trig", "trig"},
    SyntaxName{Syntax::kRdfXml, "application/rdf+xml", "rdf"},
    SyntaxName{Syntax::kJsonLd, "application/ld+json", "jsonld"},
    SyntaxName{Syntax::kTurtle, "application/x-turtle", "turtle"},
    SyntaxName{Syntax::kTriG, "application/x-trig", "trig"},
    SyntaxName{Syntax::kRdfXml, "application/xml", "owl"},
    SyntaxName{Syntax::kRdfXml, "text/xml", "xml"},
    SyntaxName{Syntax::kNTriples, "text/plain", "ntriples"},
    SyntaxName{Syntax::kNQuads, "text/x-nquads", "nquads"},
    SyntaxName{Syntax::kJsonLd, "application/json", "json"},
};

std::string lower(std::string_view text) {
  std::string result;
  for (const char c : text) result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

struct ParseSinks {
  const std::function<void(Quad&&)>* quads = nullptr;
  std::vector<Prefix>* prefixes = nullptr;
  std::string why;
};

void take_quad(void* context, const GroveRdfQuad* quad) {
  const auto& sinks = *static_cast<ParseSinks*>(context);
  if (sinks.quads != nullptr) (*sinks.quads)(owned(*quad));
}

void take_prefix(void* context, GroveRdfBytes name, GroveRdfBytes iri) {
  const auto& sinks = *static_cast<ParseSinks*>(context);
  if (sinks.prefixes != nullptr) sinks.prefixes->push_back({std::string(text_of(name)), std::string(text_of(iri))});
}

void take_reason(void* context, const char* data, std::size_t size) { static_cast<ParseSinks*>(context)->why.append(data, size); }

struct WrittenText {
  std::string out, why;
};

void take_text(void* context, const char* data, std::size_t size) { static_cast<WrittenText*>(context)->out.append(data, size); }

void take_reason_of_text(void* context, const char* data, std::size_t size) { static_cast<WrittenText*>(context)->why.append(data, size); }

Status parse_into(const ParseRequest& request, ParseSinks& sinks) {
  const GroveRdfParse asked{.text = bytes_of(request.text),
                            .syntax = static_cast<std::int32_t>(request.syntax),
                            .base_iri = bytes_of(request.base_iri),
                            .blank_prefix = bytes_of(request.blank_node_prefix)};
  const std::int32_t code = grove_rdf_parse(&asked, take_quad, take_prefix, take_reason, &sinks);
  return status_of(code, "cannot read RDF", sinks.why);
}

/// Where a text of Turtle or XML declares a prefix; its end where that isn't to be found.
std::size_t declared_at(std::string_view text, const Prefix& prefix) {
  const std::string xml = (prefix.name.empty() ? "xmlns" : "xmlns:" + prefix.name) + "=";
  const std::string turtle = prefix.name + ":";
  std::size_t at = text.find(xml);
  for (std::size_t end = text.find(turtle); end < std::min(at, text.size()); end = text.find(turtle, end + 1)) {
    const std::size_t word = text.substr(0, end).find_last_not_of(" \t\r\n");
    if (word == std::string_view::npos || word == end - 1 || word < 5 || lower(text.substr(word - 5, 6)) != "prefix") continue;
    at = end;
  }
  return std::min(at, text.size());
}

}  // namespace

std::optional<Syntax> syntax_of_media_type(std::string_view media_type) {
  std::string name = lower(media_type.substr(0, media_type.find(';')));
  name.erase(0, name.find_first_not_of(" \t"));
  name.erase(name.find_last_not_of(" \t") + 1);
  for (const SyntaxName& row : kNames)
    if (row.media_type == name) return row.syntax;
  return {};
}

std::optional<Syntax> syntax_of_file(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos || path.find('/', dot) != std::string_view::npos) return {};
  const std::string ending = lower(path.substr(dot + 1));
  for (const SyntaxName& row : kNames)
    if (row.ending == ending) return row.syntax;
  return {};
}

std::string_view media_type(Syntax syntax) {
  for (const SyntaxName& row : kNames)
    if (row.syntax == syntax) return row.media_type;
  return {};
}

Status parse(const ParseRequest& request, const std::function<void(Quad&&)>& sink) {
  ParseSinks sinks{.quads = &sink, .prefixes = nullptr, .why = {}};
  return parse_into(request, sinks);
}

Result<std::vector<Quad>> parse(const ParseRequest& request) {
  std::vector<Quad> quads;
  GROVE_RETURN_IF_ERROR(parse(request, [&](Quad&& quad) { quads.push_back(std::move(quad)); }));
  return quads;
}

Result<std::vector<Prefix>> prefixes_of(const ParseRequest& request) {
  std::vector<Prefix> prefixes;
  ParseSinks sinks{.quads = nullptr, .prefixes = &prefixes, .why = {}};
  GROVE_RETURN_IF_ERROR(parse_into(request, sinks));
  std::map<std::string, std::size_t> places;
  for (const Prefix& prefix : prefixes) places[prefix.name] = declared_at(request.text, prefix);
  std::ranges::sort(prefixes, [&](const Prefix& a, const Prefix& b) {
    return std::pair(places[a.name], std::string_view(a.name)) < std::pair(places[b.name], std::string_view(b.name));
  });
  return prefixes;
}

Result<std::string> serialize(std::span<const Quad> quads, const SerializeRequest& request) {
  if (request.syntax == Syntax::kTurtle || request.syntax == Syntax::kTriG) return write_turtle(quads, request);
  std::vector<GroveRdfQuad> terms;
  terms.reserve(quads.size());
  for (const Quad& quad : quads) terms.push_back(lent(quad));
  const std::vector<GroveRdfPrefix> prefixes = lent(request.prefixes);
  WrittenText text;
  const std::int32_t code = grove_rdf_serialize(terms.data(), terms.size(), static_cast<std::int32_t>(request.syntax), prefixes.data(),
                                                prefixes.size(), take_text, take_reason_of_text, &text);
  GROVE_RETURN_IF_ERROR(status_of(code, "cannot write RDF", text.why));
  return std::move(text.out);
}

}  // namespace grove::rdf
