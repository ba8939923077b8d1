#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/web/code/code_values.h"

namespace grove::graph::web {

/// As many values are kept of what something may be.
inline constexpr std::size_t kMostValues = 6;

inline CodeValue unknown_value(std::string_view written) { return {.kind = CodeValue::Kind::kUnknown, .name = std::string(written)}; }

inline void add_values(std::vector<CodeValue>& all, std::vector<CodeValue> more) {
  for (CodeValue& one : more)
    if (all.size() < kMostValues) all.push_back(std::move(one));
}

}  // namespace grove::graph::web
