#include "engine/topology/relations.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "corpus/registry.h"
#include "graph/web/mermaid_text.h"

namespace grove::engine {
namespace {

/// Places of repositories by id.
std::unordered_map<std::string_view, std::size_t> places_of(const Topology& topology) {
  std::unordered_map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < topology.repositories.size(); ++i) places.emplace(topology.repositories[i].id, i);
  return places;
}

/// The numbers of repositories that are drawn, and of the ends of edges.
struct Drawing {
  std::vector<std::size_t> nodes;
  std::vector<std::pair<std::size_t, std::size_t>> edges;
};

Drawing drawing_of(const Topology& topology) {
  const auto places = places_of(topology);
  std::vector<bool> known(topology.repositories.size(), false);
  Drawing drawing;
  for (const RepositoryDependency& one : topology.dependencies) {
    drawing.edges.emplace_back(places.at(one.from), places.at(one.to));
    known[drawing.edges.back().first] = known[drawing.edges.back().second] = true;
  }
  for (const RepositoryGroup& group : topology.groups)
    for (const std::string& id : group.members) known[places.at(id)] = true;
  for (std::size_t i = 0; i < known.size(); ++i)
    if (known[i]) drawing.nodes.push_back(i);
  return drawing;
}

}  // namespace

std::vector<RepositoryGroup> named_groups(const Topology& topology) {
  const auto places = places_of(topology);
  std::vector<RepositoryGroup> groups = topology.groups;
  for (RepositoryGroup& group : groups)
    for (std::string& member : group.members) member = topology.repositories[places.at(member)].name;
  return groups;
}

std::vector<RepositoryDependency> named_dependencies(const Topology& topology) {
  const auto places = places_of(topology);
  std::vector<RepositoryDependency> all = topology.dependencies;
  for (RepositoryDependency& one : all) {
    one.from = topology.repositories[places.at(one.from)].name;
    one.to = topology.repositories[places.at(one.to)].name;
  }
  return all;
}

Result<RepositoryRelations> relations_of(const Topology& topology, std::string_view name_or_id) {
  GROVE_ASSIGN_OR_RETURN(const Repository* found, corpus::find_repository(topology.repositories, name_or_id));
  RepositoryRelations relations{.repository = *found, .groups = {}, .dependencies = {}, .dependents = {}};
  for (const RepositoryGroup& group : topology.groups)
    if (std::ranges::find(group.members, found->id) != group.members.end()) relations.groups.push_back(group.name);
  for (RepositoryDependency& one : named_dependencies(topology)) {
    if (one.from == found->name)
      relations.dependencies.push_back(std::move(one));
    else if (one.to == found->name)
      relations.dependents.push_back(std::move(one));
  }
  return relations;
}

Result<RepositoryGroup> named_group(const Topology& topology, std::string_view name) {
  GROVE_RETURN_IF_ERROR(corpus::find_group(topology.groups, name));
  std::vector<RepositoryGroup> groups = named_groups(topology);
  return *std::ranges::find(groups, name, &RepositoryGroup::name);
}

std::string_view origin_name(RepositoryDependency::Origin origin) {
  return origin == RepositoryDependency::Origin::kAccepted ? "accepted" : "declared";
}

std::string mermaid_of(const Topology& topology) {
  const Drawing drawing = drawing_of(topology);
  std::string out = "flowchart LR\n";
  for (const std::size_t node : drawing.nodes)
    out += fmt::format("  R{}[\"{}\"]\n", node + 1, graph::web::mermaid_text(topology.repositories[node].name));
  for (const auto& [from, to] : drawing.edges) out += fmt::format("  R{} --> R{}\n", from + 1, to + 1);
  return out;
}

std::string graphviz_of(const Topology& topology) {
  const Drawing drawing = drawing_of(topology);
  std::string out = "digraph repositories {\n  rankdir=LR;\n  node [shape=box];\n";
  for (const std::size_t node : drawing.nodes)
    out += fmt::format("  r{} [label=\"{}\"];\n", node + 1, graph::web::graphviz_text(topology.repositories[node].name));
  for (const auto& [from, to] : drawing.edges) out += fmt::format("  r{} -> r{};\n", from + 1, to + 1);
  return out + "}\n";
}

}  // namespace grove::engine
