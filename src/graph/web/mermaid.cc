#include <fmt/format.h>

#include <algorithm>

#include "graph/resolve/type_text.h"
#include "graph/web/flow.h"
#include "graph/web/mermaid_text.h"

namespace grove::graph::web {
std::string mermaid_of(const Flow& flow, std::string_view request) {
  std::vector<std::string_view> types;
  const auto number = [&](const FlowStep& step) { return std::ranges::find(types, step.type) - types.begin() + 1; };
  for (const FlowStep& step : flow.steps)
    if (std::ranges::find(types, step.type) == types.end()) types.emplace_back(step.type);
  std::string out = "sequenceDiagram\n  actor Client\n";
  for (std::size_t i = 0; i < types.size(); ++i) {
    // Two types of one name are told apart by their packages.
    const auto same = std::ranges::count_if(types, [&](std::string_view one) { return last_part(one) == last_part(types[i]); });
    out += fmt::format("  participant P{} as {}\n", i + 1, mermaid_text(same > 1 ? types[i] : last_part(types[i])));
  }
  for (const FlowStep& step : flow.steps) {
    const std::string from = step.caller == 0 ? "Client" : fmt::format("P{}", number(flow.steps[step.caller - 1]));
    const std::string said = step.caller == 0 ? mermaid_text(request) : mermaid_text(last_part(step.symbol));
    const bool waits = !step.is_asynchronous;
    const std::string way = step.via == FlowStep::Via::kCall ? "" : fmt::format(" ({})", via_name(step.via));
    const std::string branch = step.branch == 0 ? "" : fmt::format(" (branch {})", step.branch);
    out += fmt::format("  {}{}P{}: {}{}{}\n", from, waits ? "->>" : "-)", number(step), said, way, branch);
  }
  return out;
}

}  // namespace grove::graph::web
