#include "base/utf8.h"
#include "fuzz/fuzz_input.h"
#include "source/decode.h"

// Whatever the bytes, a file that counts as text is valid UTF-8 without a byte order mark.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = grove::fuzz::as_text(data, size);
  const auto decoded = grove::source::decode_file("src/fuzzed.c", std::string(bytes));
  grove::fuzz::require(grove::is_valid_utf8(decoded.text));
  grove::fuzz::require(decoded.state == grove::FileState::kIndexed || !decoded.reason.empty());
  return 0;
}
