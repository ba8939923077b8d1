#include <algorithm>

#include "fuzz/fuzz_input.h"
#include "index/lexical/tokenizer.h"

// Terms are never empty, and a query's terms are terms of the same text.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto text = grove::fuzz::as_text(data, size);
  std::vector<std::string> terms;
  grove::index::tokenize(text, [&](std::string_view term) {
    grove::fuzz::require(!term.empty());
    terms.emplace_back(term);
  });
  std::ranges::sort(terms);
  for (const std::string& term : grove::index::query_terms(text)) grove::fuzz::require(std::ranges::binary_search(terms, term));
  return 0;
}
