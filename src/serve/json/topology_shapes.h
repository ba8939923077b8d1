#pragma once

#include <string>
#include <vector>

#include "engine/engine.h"
#include "engine/topology/relations.h"

namespace grove::serve {

// The JSON of groups and dependencies; as in shapes.h. Repositories are told by name.

/// `{"version", "groups": [{"name", "members"}]}`
std::string groups_json(const Topology& topology);
/// `{"name", "members", "version"}`
std::string group_json(const RepositoryGroup& named, const Topology& topology);
/// `{"repo", "id", "groups", "dependencies", "dependents", "version"}`
std::string relations_json(const engine::RepositoryRelations& relations, const Topology& topology);
/// `{"version", "repositories", "groups", "dependencies": [{"from", "to", "origin"}], "mermaid"}`
std::string relation_graph_json(const Topology& topology);
/// `{"version", "suggestions": [{"from", "to", "evidence": [{"kind", "name", "path", "line", "target", "reason"}], "total", "dismissed"}]}`
std::string suggestions_json(const engine::Suggestions& found);

}  // namespace grove::serve
