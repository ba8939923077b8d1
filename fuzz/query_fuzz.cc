#include <cmath>
#include <set>

#include "fuzz/fuzz_input.h"
#include "search/query_analysis.h"

// Every query has a plan: terms that are not empty, each once, with weights that can be summed.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const grove::search::Tuning tuning;
  const auto query = grove::fuzz::as_text(data, size);
  const auto analysis = grove::search::analyze_query(query, tuning);
  std::set<std::string_view> seen;
  for (const auto& term : analysis.terms) {
    grove::fuzz::require(!term.term.empty() && seen.insert(term.term).second);
    grove::fuzz::require(std::isfinite(term.weight) && term.weight > 0);
  }
  for (const auto& identifier : analysis.identifiers) grove::fuzz::require(!identifier.empty());
  grove::fuzz::require(!grove::search::intent_name(analysis.intent).empty());
  return 0;
}
