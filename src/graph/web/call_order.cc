#include "graph/web/call_order.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace grove::graph::web {
namespace {

/// Behind the last name in an expression that is worked out before the call that it is passed to; 0 where there is none.
std::uint32_t last_name(const Facts& facts, const Expression& expression) {
  if (expression.kind == Expression::Kind::kLambda) return 0;
  std::uint32_t last = 0;
  if (expression.kind == Expression::Kind::kCall || expression.kind == Expression::Kind::kOther)
    last = expression.begin + static_cast<std::uint32_t>(facts.text(expression.text).size());
  for (Index child = expression.first_child; child < expression.first_child + expression.child_count; ++child)
    last = std::max(last, last_name(facts, facts.expressions[child]));
  return last;
}

}  // namespace

void sort_as_they_run(const Facts& facts, std::vector<const Reference*>& references) {
  std::unordered_map<Index, std::uint32_t> ready;  // of calls with arguments: up to where the code has been worked out when they run
  for (const CallArguments& call : facts.call_arguments) {
    const Expression& list = facts.expressions[call.arguments];
    std::uint32_t last = 0;
    for (Index child = list.first_child; child < list.first_child + list.child_count; ++child)
      last = std::max(last, last_name(facts, facts.expressions[child]));
    ready.emplace(call.reference, last);
  }
  const auto key = [&](const Reference* one) {
    const auto found = ready.find(static_cast<Index>(one - facts.references.data()));
    return std::tuple(std::max(one->begin, found == ready.end() ? 0 : found->second), ~one->begin);
  };
  std::ranges::stable_sort(references, {}, key);
}

}  // namespace grove::graph::web
