#include "engine/topology/scope.h"

#include <array>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "corpus/registry.h"

namespace grove::engine {
namespace {

using Direction = Relation::Direction;
constexpr double kHopDecay = 0.85;

constexpr std::array<std::pair<std::string_view, Expand>, 4> kExpansions = {
    {{"none", Expand::kNone}, {"upstream", Expand::kUpstream}, {"downstream", Expand::kDownstream}, {"both", Expand::kBoth}}};

/// Repositories by their places in the topology.
class Resolution {
 public:
  explicit Resolution(const Topology& topology)
      : topology_(topology), hops_(topology.repositories.size(), kOutside), relations_(hops_.size()) {
    for (std::size_t i = 0; i < topology.repositories.size(); ++i) places_.emplace(topology.repositories[i].id, i);
  }

  void take_all() {
    for (std::uint32_t& hops : hops_) hops = 0;
  }
  void take(std::string_view id) {
    if (const auto place = places_.find(id); place != places_.end()) hops_[place->second] = 0;
  }

  /// Breadth first, so that the first way to a repository is the shortest one.
  void follow(Direction direction, std::uint32_t depth) {
    std::vector<std::vector<std::size_t>> next(hops_.size());
    for (const RepositoryDependency& one : topology_.dependencies) {
      const auto from = places_.find(direction == Direction::kUpstream ? one.from : one.to);
      const auto to = places_.find(direction == Direction::kUpstream ? one.to : one.from);
      if (from != places_.end() && to != places_.end()) next[from->second].push_back(to->second);
    }
    std::vector<std::pair<std::size_t, std::uint32_t>> queue;
    std::vector<bool> seen(hops_.size(), false);
    for (std::size_t i = 0; i < hops_.size(); ++i) {
      if (hops_[i] != 0) continue;
      seen[i] = true;
      queue.emplace_back(i, 0);
    }
    for (std::size_t at = 0; at < queue.size(); ++at) {
      const auto [place, hops] = queue[at];
      if (hops == depth) break;
      for (const std::size_t reached : next[place]) {
        if (seen[reached]) continue;
        seen[reached] = true;
        queue.emplace_back(reached, hops + 1);
        if (hops + 1 >= hops_[reached]) continue;
        hops_[reached] = hops + 1;
        relations_[reached] = Relation{.direction = direction, .hops = hops + 1};
      }
    }
  }

  std::vector<ScopedRepository> repositories() const {
    std::vector<ScopedRepository> all;
    for (std::size_t i = 0; i < hops_.size(); ++i)
      if (hops_[i] != kOutside) all.push_back({.repository = topology_.repositories[i], .relation = relations_[i]});
    return all;
  }

 private:
  static constexpr std::uint32_t kOutside = UINT32_MAX;

  const Topology& topology_;
  std::unordered_map<std::string_view, std::size_t> places_;
  std::vector<std::uint32_t> hops_;
  std::vector<std::optional<Relation>> relations_;
};

}  // namespace

double ScopedRepository::weight() const { return relation ? std::pow(kHopDecay, relation->hops) : 1; }

Result<std::vector<ScopedRepository>> resolve_scope(const Topology& topology, const RepositoryScope& scope) {
  Resolution resolution(topology);
  if (!scope.names_some()) resolution.take_all();
  for (const std::string& name : scope.repositories) {
    GROVE_ASSIGN_OR_RETURN(const Repository* found, corpus::find_repository(topology.repositories, name));
    resolution.take(found->id);
  }
  for (const std::string& name : scope.groups) {
    GROVE_ASSIGN_OR_RETURN(const RepositoryGroup* found, corpus::find_group(topology.groups, name));
    for (const std::string& id : found->members) resolution.take(id);
  }
  const bool up = scope.expand == Expand::kUpstream || scope.expand == Expand::kBoth;
  const bool down = scope.expand == Expand::kDownstream || scope.expand == Expand::kBoth;
  if (up) resolution.follow(Direction::kUpstream, scope.depth);
  if (down) resolution.follow(Direction::kDownstream, scope.depth);
  return resolution.repositories();
}

std::string_view direction_name(Relation::Direction direction) { return direction == Direction::kUpstream ? "upstream" : "downstream"; }

Expand expand_of_name(std::string_view name) {
  for (const auto& [known, expand] : kExpansions)
    if (known == name) return expand;
  return Expand::kNone;
}

std::string_view expand_name(Expand expand) {
  for (const auto& [name, known] : kExpansions)
    if (known == expand) return name;
  return "none";
}

}  // namespace grove::engine
