#pragma once

#include <memory>
#include <vector>

#include "search/state.h"

namespace grove::search {

/// The operators that answer a request, in order.
using Plan = std::vector<std::unique_ptr<Operator>>;
Plan make_plan(const SearchRequest& request, const QueryAnalysis& analysis);

}  // namespace grove::search
