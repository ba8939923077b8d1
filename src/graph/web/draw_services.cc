#include "graph/web/draw_services.h"

#include <fmt/format.h>

#include <string_view>

#include "graph/web/mermaid_text.h"

namespace grove::graph::web {
namespace {

/// Databases and caches are cylinders, brokers are flags, other infrastructure is round.
std::pair<std::string_view, std::string_view> brackets_of(Role role) {
  switch (role) {
    case Role::kProgram: return {"[\"", "\"]"};
    case Role::kDatabase:
    case Role::kCache: return {"[(\"", "\")]"};
    case Role::kBroker: return {">\"", "\"]"};
    default: return {"([\"", "\"])"};
  }
}

std::string_view shape_of(Role role) {
  switch (role) {
    case Role::kProgram: return "box";
    case Role::kDatabase:
    case Role::kCache: return "cylinder";
    case Role::kBroker: return "cds";
    default: return "ellipse";
  }
}

bool is_synchronous(LinkKind kind) { return kind == LinkKind::kHttp || kind == LinkKind::kFeign || kind == LinkKind::kGateway; }

}  // namespace

std::string mermaid_of(const ServiceMap& map, const std::vector<bool>& drawn) {
  std::string out = "flowchart LR\n";
  for (std::size_t i = 0; i < map.services.size(); ++i) {
    if (!drawn[i]) continue;
    const auto [open, close] = brackets_of(map.services[i].service.role);
    out += fmt::format("  S{}{}{}{}\n", i + 1, open, mermaid_text(map.services[i].service.name), close);
  }
  for (const MappedEdge& edge : map.edges)
    if (drawn[edge.from] && drawn[edge.to])
      out +=
          fmt::format("  S{} {}|{}| S{}\n", edge.from + 1, is_synchronous(edge.kind) ? "-->" : "-.->", link_name(edge.kind), edge.to + 1);
  return out;
}

std::string graphviz_of(const ServiceMap& map, const std::vector<bool>& drawn) {
  std::string out = "digraph services {\n  rankdir=LR;\n";
  for (std::size_t i = 0; i < map.services.size(); ++i)
    if (drawn[i])
      out += fmt::format("  s{} [label=\"{}\", shape={}];\n", i + 1, graphviz_text(map.services[i].service.name),
                         shape_of(map.services[i].service.role));
  for (const MappedEdge& edge : map.edges)
    if (drawn[edge.from] && drawn[edge.to])
      out += fmt::format("  s{} -> s{} [label=\"{}\"{}];\n", edge.from + 1, edge.to + 1, link_name(edge.kind),
                         is_synchronous(edge.kind) ? "" : ", style=dashed");
  return out + "}\n";
}

}  // namespace grove::graph::web
