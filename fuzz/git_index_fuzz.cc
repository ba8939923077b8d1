#include "fuzz/fuzz_input.h"
#include "source/git_index.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = grove::fuzz::as_text(data, size);
  const auto index = grove::source::GitIndex::parse(bytes);
  if (!index) return 0;
  const bool asked = index->tracks("src/main.cc") || index->tracks_below("src") || index->is_submodule("lib");
  grove::fuzz::require(!asked || !index->empty());
  const auto merged = grove::source::GitIndex::merged(*index, *index);
  grove::fuzz::require(merged.size() <= 2 * index->size());
  return 0;
}
