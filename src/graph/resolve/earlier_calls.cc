#include "graph/resolve/earlier_calls.h"

#include <algorithm>
#include <iterator>

#include "base/hash.h"

namespace grove::graph {
namespace {

std::uint64_t key_of(Index symbol, std::string_view name) { return hash64(name) ^ (std::uint64_t{symbol} * 0x9E3779B97F4A7C15ULL); }

}  // namespace

const Reference* EarlierCalls::last_before(const Reference& reference, std::string_view name) {
  if (calls_.empty()) {
    for (const Reference& call : facts_.references)
      if (call.role == Role::kCall) calls_[key_of(call.symbol, facts_.text(call.name))].push_back(&call);
    for (auto& [key, calls] : calls_) std::ranges::stable_sort(calls, {}, &Reference::begin);
  }
  const auto known = calls_.find(key_of(reference.symbol, name));
  if (known == calls_.end()) return nullptr;
  const auto behind = std::ranges::lower_bound(known->second, reference.begin, {}, &Reference::begin);
  return behind == known->second.begin() ? nullptr : *std::prev(behind);
}

}  // namespace grove::graph
