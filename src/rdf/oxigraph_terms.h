#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "rdf/oxigraph/oxigraph.h"
#include "rdf/term.h"

namespace grove::rdf {

inline GroveRdfBytes bytes_of(std::string_view text) { return {text.data(), text.size()}; }
inline std::string_view text_of(GroveRdfBytes bytes) { return {bytes.data, bytes.size}; }

/// Terms as the Rust part has them; views into ours.
GroveRdfTerm lent(const Term& term);
GroveRdfQuad lent(const Quad& quad);
std::vector<GroveRdfPrefix> lent(const std::vector<Prefix>& prefixes);
Quad owned(const GroveRdfQuad& quad);

/// Appends to the std::string that is the context.
void append_text(void* context, const char* data, std::size_t size);

/// Nothing for kGroveRdfOk, else an Error of the fitting code: "`doing`: `why`".
Status status_of(std::int32_t code, std::string_view doing, std::string_view why);

}  // namespace grove::rdf
