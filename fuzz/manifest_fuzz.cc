#include "fuzz/fuzz_input.h"
#include "index/manifest.h"

namespace {

void check(std::string_view bytes) {
  const auto manifest = grove::index::decode_manifest(bytes);
  if (!manifest) return;
  const std::string written = grove::index::encode_manifest(*manifest);
  const auto again = grove::index::decode_manifest(written);
  grove::fuzz::require(again && grove::index::encode_manifest(*again) == written);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  check(grove::fuzz::as_text(data, size));
  return 0;
}
