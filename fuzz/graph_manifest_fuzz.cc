#include "base/bytes.h"
#include "base/hash.h"
#include "fuzz/fuzz_input.h"
#include "graph/manifest.h"

// The manifest of a symbol graph: as it stands, and its body past the checksum that a fuzzer can't see through.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = grove::fuzz::as_text(data, size);
  (void)grove::graph::decode_manifest(bytes);
  grove::ByteWriter whole;
  whole.raw("GROVEGMF");
  whole.fixed(std::uint32_t{1});
  whole.fixed(grove::hash64(bytes));
  whole.raw(bytes);
  const auto manifest = grove::graph::decode_manifest(whole.bytes());
  if (manifest) grove::fuzz::require(manifest->parts.size() * 2 <= size);
  return 0;
}
