#include "base/utf8.h"
#include "fuzz/fuzz_input.h"
#include "source/path_text.h"

// Every name of a file has a text that is valid UTF-8 and leads back to it; and any text can be asked for.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = grove::fuzz::as_text(data, size);
  const std::string text = grove::source::to_text_path(bytes);
  grove::fuzz::require(grove::is_valid_utf8(text));
  grove::fuzz::require(grove::source::to_raw_path(text) == bytes);
  grove::fuzz::require(grove::source::to_raw_path(bytes).size() <= size);
  return 0;
}
