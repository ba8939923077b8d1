#pragma once

#include <cstddef>
#include <cstdint>

// What the Rust part offers. Texts are UTF-8 with their size; a sink is called before the function that was given it returns, any number of
// times. Nothing here throws.
extern "C" {

struct GroveRdfBytes {
  const char* data;
  std::size_t size;
};

using GroveRdfSink = void (*)(void* context, const char* data, std::size_t size);

/// 1 where the text is an absolute IRI (RFC 3987); else 0, and the sink is told why not.
std::int32_t grove_rdf_is_iri(GroveRdfBytes text, GroveRdfSink sink, void* context);
}
