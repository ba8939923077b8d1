#include "search/plan.h"

#include <algorithm>

#include "search/operators/operators.h"

namespace grove::search {
namespace {

/// Every channel is capped: an unbounded one would drown the others.
constexpr std::size_t kChannelLimit = 200;
constexpr std::size_t kVectorLimit = 100;
constexpr std::size_t kNameLimit = 50;
/// Files whose words are read as a whole.
constexpr std::size_t kFileLimit = 60;

}  // namespace

Plan make_plan(const SearchRequest& request, const QueryAnalysis& analysis) {
  const std::size_t limit = std::max(kChannelLimit, request.limit * 2);
  Plan plan;
  plan.push_back(make_term_scan(limit));
  if (!analysis.identifiers.empty()) plan.push_back(make_name_lookup(kNameLimit));
  if (request.mode != Mode::kKeyword) plan.push_back(make_vector_scan(std::max(kVectorLimit, request.limit * 2)));
  plan.push_back(make_file_context(std::max(kFileLimit, request.limit)));
  plan.push_back(make_fusion());
  plan.push_back(make_signals(request.limit));
  plan.push_back(make_diversity());
  plan.push_back(make_limit(request.limit));
  return plan;
}

}  // namespace grove::search
