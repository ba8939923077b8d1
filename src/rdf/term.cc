#include "rdf/term.h"

#include <fmt/format.h>

#include <utility>

#include "base/printable.h"
#include "rdf/oxigraph/oxigraph.h"

namespace grove::rdf {
namespace {

void append(void* context, const char* data, std::size_t size) { static_cast<std::string*>(context)->append(data, size); }

bool stands_for_itself(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_' || c == '~';
}

}  // namespace

Term iri(std::string value) { return {.kind = Term::Kind::kIri, .value = std::move(value)}; }

Term blank(std::string label) { return {.kind = Term::Kind::kBlank, .value = std::move(label)}; }

Term literal(std::string lexical_form, std::string datatype) {
  return {.kind = Term::Kind::kLiteral, .value = std::move(lexical_form), .datatype = std::move(datatype)};
}

Result<Term> parse_iri(std::string_view text) {
  std::string why;
  if (grove_rdf_check_iri({text.data(), text.size()}, append, &why) == kGroveRdfOk) return iri(std::string(text));
  return fail(ErrorCode::kInvalidArgument, fmt::format("\"{}\" is no IRI: {}", printable(text), why),
              "Give an absolute IRI, such as http://example.org/thing.");
}

std::string iri_segment(std::string_view text) {
  std::string segment;
  for (const char c : text) {
    if (stands_for_itself(c)) {
      segment += c;
    } else {
      segment += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return segment;
}

}  // namespace grove::rdf
