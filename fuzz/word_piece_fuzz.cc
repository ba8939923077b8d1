#include <vector>

#include "fuzz/fuzz_input.h"
#include "inference/static/word_piece.h"

// Up to the first NUL: a vocabulary; after it: a text.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto input = grove::fuzz::as_text(data, size);
  const auto end = input.find('\0');
  const auto pieces = grove::inference::WordPiece::build(input.substr(0, end));
  if (!pieces || end == std::string_view::npos) return 0;
  std::vector<std::uint32_t> ids;
  pieces->encode(input.substr(end + 1), ids);
  for (const auto id : ids) grove::fuzz::require(id < pieces->tokens());
  return 0;
}
