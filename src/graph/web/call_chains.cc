#include "graph/web/call_chains.h"

#include <algorithm>
#include <unordered_map>

#include "graph/resolve/expression_text.h"

namespace grove::graph::web {
namespace {

/// `….path()`, `route(x)`: the name of the call that another one is chained to; empty where it is none.
std::string_view chained_to(std::string_view receiver) {
  while (receiver.ends_with('!') || receiver.ends_with('?')) receiver.remove_suffix(1);
  const bool is_literal = receiver.ends_with('}') && receiver.front() != '{';  // `Orders{}`
  if (!is_literal && !receiver.ends_with(')')) return {};
  const std::size_t open = is_literal ? receiver.find('{') : opening(receiver, receiver.size() - 1);
  if (open == std::string_view::npos) return {};
  std::string_view callee = receiver.substr(0, open);
  if (callee.ends_with('>')) callee = callee.substr(0, callee.find('<'));  // `new ArrayList<Item>()`
  std::size_t begin = callee.size();
  while (begin > 0 && is_name_byte(callee[begin - 1])) --begin;
  return callee.substr(begin);
}

}  // namespace

CallChains::CallChains(const Facts& facts) : facts_(facts) {
  std::unordered_map<Index, const CallArguments*> arguments;
  for (const CallArguments& call : facts.call_arguments) arguments.emplace(call.reference, &call);
  for (Index i = 0; i < facts.references.size(); ++i) {
    if (facts.references[i].role != Role::kCall) continue;
    const auto passed = arguments.find(i);
    calls_.push_back({.reference = i, .arguments = passed == arguments.end() ? kNone : passed->second->arguments});
  }
  std::ranges::stable_sort(calls_, {}, [&](const ChainedCall& call) { return begin_of(call); });
  const auto end_of = [&](CallNumber call) -> std::uint32_t {
    const auto passed = call == kNoCall ? arguments.end() : arguments.find(calls_[call].reference);
    return passed == arguments.end() ? 0 : passed->second->end;
  };
  // A call goes on from the nearest one of that name that nothing is chained to yet. Those in the arguments of a call that has ended go on
  // from nowhere: `app.service(scope("/api").service(one)).service(two)`.
  std::unordered_map<std::string_view, std::vector<CallNumber>> open;
  std::vector<CallNumber> around, inside_of(calls_.size(), kNoCall);
  for (CallNumber i = 0; i < calls_.size(); ++i) {
    const std::uint32_t begin = begin_of(calls_[i]);
    while (!around.empty() && end_of(around.back()) <= begin) around.pop_back();
    if (!around.empty()) inside_of[i] = around.back();
    if (end_of(i) > begin) around.push_back(i);
    if (const std::string_view last = chained_to(receiver(i)); !last.empty()) {
      std::vector<CallNumber>& rivals = open[last];
      const auto is_over = [&](CallNumber one) { return one != kNoCall && end_of(one) <= begin; };
      while (!rivals.empty() && is_over(inside_of[rivals.back()])) rivals.pop_back();
      if (!rivals.empty()) {
        calls_[i].before = rivals.back();
        calls_[calls_[i].before].after = i;
        rivals.pop_back();
      }
    }
    open[name(i)].push_back(i);
  }
}

CallNumber CallChains::first_of(CallNumber call) const {
  while (calls_[call].before != kNoCall) call = calls_[call].before;
  return call;
}

CallNumber CallChains::last_of(CallNumber call) const {
  while (calls_[call].after != kNoCall) call = calls_[call].after;
  return call;
}

CallNumber CallChains::before(CallNumber call, std::string_view wanted) const {
  for (call = calls_[call].before; call != kNoCall && name(call) != wanted;) call = calls_[call].before;
  return call;
}

CallNumber CallChains::behind(CallNumber call, std::string_view wanted) const {
  for (call = calls_[call].after; call != kNoCall && name(call) != wanted;) call = calls_[call].after;
  return call;
}

std::size_t CallChains::argument_count(CallNumber call) const {
  return calls_[call].arguments == kNone ? 0 : facts_.expressions[calls_[call].arguments].child_count;
}

Index CallChains::argument(CallNumber call, std::size_t place) const {
  return place < argument_count(call) ? facts_.expressions[calls_[call].arguments].first_child + static_cast<Index>(place) : kNone;
}

CallNumber CallChains::at(std::uint32_t begin) const {
  const auto found = std::ranges::lower_bound(calls_, begin, {}, [&](const auto& c) { return begin_of(c); });
  return found == calls_.end() || begin_of(*found) != begin ? kNoCall : static_cast<CallNumber>(found - calls_.begin());
}

CallNumber CallChains::of_expression(Index expression) const {
  if (expression == kNone || facts_.expressions[expression].kind != Expression::Kind::kCall) return kNoCall;
  const auto first = std::ranges::lower_bound(calls_, facts_.expressions[expression].begin, {}, [&](const auto& c) { return begin_of(c); });
  return first == calls_.end() || first->before != kNoCall ? kNoCall : last_of(static_cast<CallNumber>(first - calls_.begin()));
}

}  // namespace grove::graph::web
