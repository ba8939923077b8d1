#include "search/plan.h"

#include <algorithm>

#include "base/text.h"

#include "search/operators/operators.h"

namespace grove::search {
namespace {

/// Every channel is capped: an unbounded one would drown the others.
constexpr std::size_t kChannelLimit = 200;
constexpr std::size_t kVectorLimit = 100;
constexpr std::size_t kNameLimit = 50;
/// Files whose words are read as a whole.
constexpr std::size_t kFileLimit = 60;
/// A reranker reads each unit with the query: expensive, so only the best are worth it.
constexpr std::size_t kLeastReranked = 20;
constexpr std::size_t kMostReranked = 50;

/// Where entities are asked for, or may be meant: a name of one word is more often one of code.
bool may_name_entity(const SearchRequest& request) {
  constexpr std::size_t kLongestName = 12;  // words
  const std::size_t words = split_words(request.query).size();
  if (words > kLongestName) return false;
  if (!request.filter.kinds.empty()) return std::ranges::find(request.filter.kinds, Kind::kEntity) != request.filter.kinds.end();
  return words > 1;
}

}  // namespace

Plan make_plan(const SearchRequest& request, const QueryAnalysis& analysis) {
  const std::size_t limit = std::max(kChannelLimit, request.limit * 2);
  Plan plan;
  plan.push_back(make_term_scan(limit));
  if (!analysis.identifiers.empty()) plan.push_back(make_name_lookup(kNameLimit));
  const bool entities = may_name_entity(request);
  if (entities) plan.push_back(make_entity_names(kNameLimit));
  if (request.mode != Mode::kKeyword) plan.push_back(make_vector_scan(std::max(kVectorLimit, request.limit * 2)));
  plan.push_back(make_file_context(std::max(kFileLimit, request.limit)));
  plan.push_back(make_fusion());
  const std::size_t reranked = request.rerank == Rerank::kOn ? std::clamp(request.limit, kLeastReranked, kMostReranked) : 0;
  plan.push_back(make_signals(std::max(request.limit, reranked)));
  plan.push_back(make_diversity());
  if (reranked > 0) plan.push_back(make_rerank(reranked));
  if (entities) plan.push_back(make_entities_first());
  plan.push_back(make_limit(request.limit));
  return plan;
}

}  // namespace grove::search
