#include "fuzz/fuzz_input.h"
#include "inference/static/weights.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto weights = grove::inference::StaticWeights::view(grove::fuzz::as_text(data, size));
  if (!weights) return 0;
  int sum = 0;
  for (std::uint32_t token = 0; token < weights->tokens(); ++token) {
    for (std::uint32_t i = 0; i < weights->dimensions(); ++i) sum += weights->row(token)[i];
  }
  grove::fuzz::require(sum >= -128 * static_cast<int>(size));
  return 0;
}
