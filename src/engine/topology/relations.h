#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/topology.h"

namespace grove::engine {

/// What one repository has to do with others, by their names.
struct RepositoryRelations {
  Repository repository;
  std::vector<std::string> groups;
  std::vector<RepositoryDependency> dependencies;  ///< It needs these: both ends are names.
  std::vector<RepositoryDependency> dependents;    ///< These need it: likewise.
};

/// kNotFound names near ones.
Result<RepositoryRelations> relations_of(const Topology& topology, std::string_view name_or_id);

/// A group whose members are names; kNotFound names near ones.
Result<RepositoryGroup> named_group(const Topology& topology, std::string_view name);
/// All of them.
std::vector<RepositoryGroup> named_groups(const Topology& topology);
/// All dependencies, both ends by name.
std::vector<RepositoryDependency> named_dependencies(const Topology& topology);

/// "declared", "accepted"
std::string_view origin_name(RepositoryDependency::Origin origin);

/// Repositories and their dependencies drawn as a flowchart of Mermaid; those that nothing is known of are left out.
std::string mermaid_of(const Topology& topology);
/// The same in the language of Graphviz.
std::string graphviz_of(const Topology& topology);

}  // namespace grove::engine
