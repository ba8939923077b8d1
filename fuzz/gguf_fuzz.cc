#include "fuzz/fuzz_input.h"
#include "inference/llama/gguf.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto model = grove::inference::parse_gguf(grove::fuzz::as_text(data, size));
  if (!model) return 0;
  grove::fuzz::require(model->header_bytes <= size);
  grove::fuzz::require(model->dimensions > 0 && model->context > 0 && model->vocabulary > 0);
  return 0;
}
