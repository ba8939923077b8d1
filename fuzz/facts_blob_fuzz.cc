#include "corpus/facts_codec.h"
#include "corpus/facts_layout.h"
#include "fuzz/fuzz_input.h"

namespace {

// The inside of a blob, past the compression that a fuzzer can't see through.
void read_as_layout(std::string_view bytes) {
  const auto facts = grove::corpus::read_facts(bytes);
  if (!facts || !grove::corpus::check_facts(*facts)) return;
  const std::string layout = grove::corpus::lay_out_facts(*facts);
  const auto again = grove::corpus::read_facts(layout);
  grove::fuzz::require(again && grove::corpus::check_facts(*again));
  grove::fuzz::require(grove::corpus::lay_out_facts(*again) == layout);
}

}  // namespace

// Whatever is accepted is written so that it is accepted again and says the same.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static grove::corpus::FactsDecoder decoder;
  const auto bytes = grove::fuzz::as_text(data, size);
  read_as_layout(bytes);
  const auto facts = decoder.decode(bytes);
  if (facts) grove::fuzz::require(grove::corpus::check_facts(*facts).has_value());
  return 0;
}
