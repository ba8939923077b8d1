#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/topology.h"

namespace grove::engine {

/// Where along dependencies a scope grows.
enum class Expand : std::uint8_t {
  kNone,
  kUpstream,    ///< To what its repositories depend on.
  kDownstream,  ///< To what depends on them.
  kBoth,        ///< To both, each followed by itself: not to what else depends on the same dependency.
};

/// Which repositories may answer.
struct RepositoryScope {
  std::vector<std::string> repositories = {};  ///< Names or ids; where neither these nor groups are named, all.
  std::vector<std::string> groups = {};        ///< Names of groups, whose repositories may answer too.
  Expand expand = Expand::kNone;
  std::uint32_t depth = 1;  ///< How many dependencies away; 0 is no expansion.

  bool names_some() const { return !repositories.empty() || !groups.empty(); }
};

/// How a repository that was not named came into a scope.
struct Relation {
  enum class Direction : std::uint8_t {
    kUpstream,    ///< One that was named depends on it.
    kDownstream,  ///< It depends on one that was named.
  } direction = Direction::kUpstream;
  std::uint32_t hops = 1;  ///< Dependencies between, by the shortest way.

  friend bool operator==(Relation, Relation) = default;
};

struct ScopedRepository {
  Repository repository;
  std::optional<Relation> relation = {};  ///< Nothing for those that were named.

  /// What its scores are multiplied by: 0.85 a hop.
  double weight() const;
};

/// The repositories of a scope, by name: those named, the members of groups, and what is reached from all of these; each once, and by the
/// shortest way (upstream where both are as long). A scope that names groups without members is empty. kNotFound names near ones.
Result<std::vector<ScopedRepository>> resolve_scope(const Topology& topology, const RepositoryScope& scope);

/// "upstream", "downstream"
std::string_view direction_name(Relation::Direction direction);
/// "none", "upstream", "downstream", "both"; kNone for any other name.
Expand expand_of_name(std::string_view name);
std::string_view expand_name(Expand expand);

}  // namespace grove::engine
