#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.h"
#include "graph/resolve/type_text.h"
#include "graph/web/flow.h"
#include "graph/web/mermaid_text.h"

namespace grove::graph::web {
namespace {

/// Of a type without its package, of a file without its folder.
std::string_view short_name(std::string_view type) { return type.starts_with('/') ? base_name(type) : last_part(type); }

/// `getForObject`, and of whom that asks what, where no step of a service says it.
std::string asked_text(const FlowStep& step) {
  std::string text(last_part(step.symbol));
  if (!step.request.empty() || !step.host.empty())
    text += fmt::format(" {}{}{}", step.request, step.request.empty() || step.host.empty() ? "" : " of ", step.host);
  return text;
}

}  // namespace

std::string mermaid_of(const Flow& flow, std::string_view request) {
  using Participant = std::pair<std::string_view, std::string_view>;  // service and type
  std::vector<Participant> types;
  const auto place = [&](const FlowStep& step) { return std::ranges::find(types, Participant(step.service, step.type)); };
  const auto number = [&](const FlowStep& step) { return place(step) - types.begin() + 1; };
  for (const FlowStep& step : flow.steps)
    if (place(step) == types.end()) types.emplace_back(step.service, step.type);
  std::string out = "sequenceDiagram\n  actor Client\n";
  for (std::size_t i = 0; i < types.size(); ++i) {
    // Two types of one name are told apart by their packages.
    const auto& [service, type] = types[i];
    const auto same = std::ranges::count_if(
        types, [&](const Participant& one) { return one.first == service && short_name(one.second) == short_name(type); });
    const std::string_view whole = type.substr(type.starts_with('/') ? 1 : 0);
    const std::string name = std::string(same > 1 ? whole : short_name(type)) + (service.empty() ? "" : fmt::format(" ({})", service));
    out += fmt::format("  participant P{} as {}\n", i + 1, mermaid_text(name));
  }
  for (const FlowStep& step : flow.steps) {
    const std::string from = step.caller == 0 ? "Client" : fmt::format("P{}", number(flow.steps[step.caller - 1]));
    const bool is_request = step.via == FlowStep::Via::kRequest;
    const std::string said = mermaid_text(step.caller == 0 ? request : is_request ? step.request : asked_text(step));
    const bool waits = !step.is_asynchronous;
    const std::string way = step.via == FlowStep::Via::kCall || is_request ? "" : fmt::format(" ({})", via_name(step.via));
    const std::string branch = step.branch == 0 ? "" : fmt::format(" (branch {})", step.branch);
    out += fmt::format("  {}{}P{}: {}{}{}\n", from, waits ? "->>" : "-)", number(step), said, way, branch);
  }
  return out;
}

}  // namespace grove::graph::web
