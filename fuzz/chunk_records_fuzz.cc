#include "fuzz/fuzz_input.h"
#include "knowledge/ingest/dto.h"

// Whatever the line, it is refused or a chunk that is written and read back as it is.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto text = grove::fuzz::as_text(data, size);
  static_cast<void>(grove::knowledge::parse_document(text));
  const auto chunk = grove::knowledge::parse_chunk(text);
  if (!chunk) return 0;
  const std::string line = grove::knowledge::chunk_line(*chunk);
  const auto again = grove::knowledge::parse_chunk(line);
  grove::fuzz::require(again && grove::knowledge::chunk_line(*again) == line);
  return 0;
}
