#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/facts.h"

namespace grove::graph {

/// Finds earlier calls of a name in the same symbol of one file: the receiver of a long chain is the result of such a call. The facts must
/// outlive it. One a thread.
class EarlierCalls {
 public:
  explicit EarlierCalls(const Facts& facts) : facts_(facts) {}

  /// The nearest one before a reference; null where there is none.
  const Reference* last_before(const Reference& reference, std::string_view name);

 private:
  const Facts& facts_;
  std::unordered_map<std::uint64_t, std::vector<const Reference*>>
      calls_;  // by symbol and name, in source order; made when first asked for
};

}  // namespace grove::graph
