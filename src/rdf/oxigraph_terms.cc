#include "rdf/oxigraph_terms.h"

#include <fmt/format.h>

#include <utility>

#include "base/printable.h"

namespace grove::rdf {
namespace {

constexpr std::int32_t kNone = 0, kIri = 1, kBlank = 2, kLiteral = 3;

Term owned(const GroveRdfTerm& term) {
  Term result;
  result.kind = term.kind == kIri ? Term::Kind::kIri : term.kind == kBlank ? Term::Kind::kBlank : Term::Kind::kLiteral;
  result.value = text_of(term.value);
  result.datatype = text_of(term.datatype);
  result.language = text_of(term.language);
  return result;
}

ErrorCode error_code(std::int32_t code) {
  switch (code) {
    case kGroveRdfInvalid:
    case kGroveRdfEvaluation: return ErrorCode::kInvalidArgument;
    case kGroveRdfLimit: return ErrorCode::kResourceLimit;
    case kGroveRdfOtherForm: return ErrorCode::kConflict;
    case kGroveRdfNotFound: return ErrorCode::kNotFound;
    case kGroveRdfCorrupt: return ErrorCode::kCorrupt;
    default: return ErrorCode::kInternal;
  }
}

}  // namespace

GroveRdfTerm lent(const Term& term) {
  const std::int32_t kind = term.kind == Term::Kind::kIri ? kIri : term.kind == Term::Kind::kBlank ? kBlank : kLiteral;
  return {.kind = kind, .value = bytes_of(term.value), .datatype = bytes_of(term.datatype), .language = bytes_of(term.language)};
}

GroveRdfQuad lent(const Quad& quad) {
  const GroveRdfTerm no_graph{.kind = kNone, .value = {}, .datatype = {}, .language = {}};
  return {.subject = lent(quad.subject),
          .predicate = lent(quad.predicate),
          .object = lent(quad.object),
          .graph = quad.graph ? lent(*quad.graph) : no_graph};
}

std::vector<GroveRdfPrefix> lent(const std::vector<Prefix>& prefixes) {
  std::vector<GroveRdfPrefix> result;
  for (const Prefix& prefix : prefixes) result.push_back({bytes_of(prefix.name), bytes_of(prefix.iri)});
  return result;
}

Quad owned(const GroveRdfQuad& quad) {
  Quad result{.subject = owned(quad.subject), .predicate = owned(quad.predicate), .object = owned(quad.object)};
  if (quad.graph.kind != kNone) result.graph = owned(quad.graph);
  return result;
}

void append_text(void* context, const char* data, std::size_t size) { static_cast<std::string*>(context)->append(data, size); }

Status status_of(std::int32_t code, std::string_view doing, std::string_view why) {
  if (code == kGroveRdfOk) return {};
  return fail(error_code(code), fmt::format("{}: {}", doing, printable_line(why)));
}

}  // namespace grove::rdf
