#include <algorithm>

#include "base/hash.h"
#include "base/text.h"
#include "graph/resolve/values.h"

// What stands before the names of calls.
namespace grove::graph {
namespace {

constexpr int kDeepest = 16;
constexpr int kMostLookedAt = 16;

/// `f` of `….f()`; empty where it is no call.
std::string_view last_call_in(std::string_view receiver) {
  const auto open = receiver.rfind('(');
  const auto dot = receiver.find_last_of(".>:", open);
  if (open == std::string_view::npos || dot == std::string_view::npos || dot + 1 >= open) return {};
  return trim(receiver.substr(dot + 1, open - dot - 1));
}

std::uint64_t call_key(Index symbol, std::string_view name) { return hash64(name) ^ (std::uint64_t{symbol} * 0x9E3779B97F4A7C15ULL); }

}  // namespace

const CallArguments* Values::kept_arguments(Index reference) {
  if (arguments_.empty())
    for (Index i = 0; i < facts_->call_arguments.size(); ++i) arguments_.emplace(facts_->call_arguments[i].reference, i);
  const auto known = arguments_.find(reference);
  return known == arguments_.end() ? nullptr : &facts_->call_arguments[known->second];
}

Index Values::arguments_of(Index reference) {
  const CallArguments* kept = kept_arguments(reference);
  return kept == nullptr ? kNone : kept->arguments;
}

Value Values::of_receiver(const Reference& reference, int depth) {
  const std::string_view receiver = facts_->text(reference.receiver);
  if (!receiver.starts_with("…")) return of_text(receiver, {reference.symbol, reference.begin}, depth);
  return of_last_call(reference, receiver, depth);
}

/// Only the last call was kept: what it means was found out before, or is now.
Value Values::of_last_call(const Reference& reference, std::string_view receiver, int depth) {
  const std::string_view name = last_call_in(receiver);
  if (name.empty() || depth > kDeepest) return {};
  const Reference* nearest = last_call_before(reference, name);
  if (nearest == nullptr) return {};
  const Site site{nearest->symbol, nearest->begin};
  const auto texts = argument_texts(*nearest);
  if (facts_->text(nearest->receiver).empty()) return result_of_bare_call(name, texts, site, depth + 1);
  return result_of_call(of_receiver(*nearest, depth + 1), name, texts, site, depth + 1);
}

/// What is passed, as written; empty where it is nothing that has a name.
std::vector<std::string_view> Values::argument_texts(const Reference& call) {
  std::vector<std::string_view> texts(call.arity);
  const Index arguments = arguments_of(static_cast<Index>(&call - facts_->references.data()));
  if (arguments == kNone) return texts;
  const Expression& list = facts_->expressions[arguments];
  for (std::uint32_t i = 0; i < std::min<std::size_t>(list.child_count, texts.size()); ++i)
    if (const Expression& passed = facts_->expressions[list.first_child + i]; passed.kind == Expression::Kind::kName)
      texts[i] = facts_->text(passed.text);
  return texts;
}

/// Of the same symbol. A call within the arguments of another one of that name is not what stands before the reference.
const Reference* Values::last_call_before(const Reference& reference, std::string_view name) {
  if (calls_.empty()) {
    for (Index i = 0; i < facts_->references.size(); ++i)
      if (const Reference& call = facts_->references[i]; call.role == Role::kCall)
        calls_[call_key(call.symbol, facts_->text(call.name))].push_back(i);
    for (auto& [key, calls] : calls_) std::ranges::stable_sort(calls, {}, [&](Index i) { return facts_->references[i].begin; });
  }
  const auto known = calls_.find(call_key(reference.symbol, name));
  if (known == calls_.end()) return nullptr;
  const auto begin_of = [&](Index i) { return facts_->references[i].begin; };
  auto behind = std::ranges::lower_bound(known->second, reference.begin, {}, begin_of);
  if (behind == known->second.begin()) return nullptr;
  Index best = *--behind;
  for (int looked_at = 0; behind != known->second.begin() && looked_at < kMostLookedAt; ++looked_at) {
    const Index before = *--behind;
    const CallArguments* passed = kept_arguments(before);
    const std::uint32_t end = passed == nullptr ? 0 : passed->end;
    if (end > begin_of(best) && end <= reference.begin) best = before;
  }
  return &facts_->references[best];
}

}  // namespace grove::graph
