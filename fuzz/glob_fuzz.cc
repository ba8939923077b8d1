#include "base/glob.h"
#include "fuzz/fuzz_input.h"

// Up to the first line end: a pattern; after it: a path.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto text = grove::fuzz::as_text(data, size);
  const auto end = text.find('\n');
  const auto pattern = text.substr(0, end);
  const auto path = end == std::string_view::npos ? std::string_view("a/b.c") : text.substr(end + 1);
  const bool met = grove::Glob(pattern).matches(path);
  grove::fuzz::require(met == grove::Glob(pattern).matches(path));
  grove::PathFilter(pattern).matches(path);
  return 0;
}
