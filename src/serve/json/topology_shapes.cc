#include "serve/json/topology_shapes.h"

#include "serve/json/writer.h"

namespace grove::serve {
namespace {

void write_group(JsonWriter& json, const RepositoryGroup& named) { json.field("name", named.name).array_field("members", named.members); }

void write_groups(JsonWriter& json, const Topology& topology) {
  json.key("groups").begin_array();
  for (const RepositoryGroup& group : engine::named_groups(topology)) {
    json.begin_object();
    write_group(json, group);
    json.end_object();
  }
  json.end_array();
}

void write_ends(JsonWriter& json, std::string_view key, const std::vector<RepositoryDependency>& named,
                std::string RepositoryDependency::* end) {
  json.key(key).begin_array();
  for (const RepositoryDependency& one : named) json.value(one.*end);
  json.end_array();
}

void write_evidence(JsonWriter& json, const engine::DependencyEvidence& evidence) {
  json.begin_object().field("kind", evidence.kind).field("name", evidence.name).field("path", evidence.path).field("line", evidence.line);
  if (!evidence.target_path.empty())
    json.key("target").begin_object().field("path", evidence.target_path).field("line", evidence.target_line).end_object();
  json.field("reason", evidence.reason).end_object();
}

}  // namespace

std::string groups_json(const Topology& topology) {
  JsonWriter json;
  json.begin_object().field("version", topology.version);
  write_groups(json, topology);
  return json.end_object().take();
}

std::string group_json(const RepositoryGroup& named, const Topology& topology) {
  JsonWriter json;
  json.begin_object();
  write_group(json, named);
  return json.field("version", topology.version).end_object().take();
}

std::string relations_json(const engine::RepositoryRelations& relations, const Topology& topology) {
  JsonWriter json;
  json.begin_object().field("repo", relations.repository.name).field("id", relations.repository.id);
  json.array_field("groups", relations.groups);
  write_ends(json, "dependencies", relations.dependencies, &RepositoryDependency::to);
  write_ends(json, "dependents", relations.dependents, &RepositoryDependency::from);
  return json.field("version", topology.version).end_object().take();
}

std::string relation_graph_json(const Topology& topology) {
  JsonWriter json;
  json.begin_object().field("version", topology.version).key("repositories").begin_array();
  for (const Repository& repository : topology.repositories) json.value(repository.name);
  json.end_array();
  write_groups(json, topology);
  json.key("dependencies").begin_array();
  for (const RepositoryDependency& one : engine::named_dependencies(topology)) {
    json.begin_object().field("from", one.from).field("to", one.to).field("origin", engine::origin_name(one.origin)).end_object();
  }
  return json.end_array().field("mermaid", engine::mermaid_of(topology)).end_object().take();
}

std::string suggestions_json(const engine::Suggestions& found) {
  JsonWriter json;
  json.begin_object().field("version", found.version).key("suggestions").begin_array();
  for (const engine::SuggestedDependency& one : found.suggestions) {
    json.begin_object().field("from", one.from).field("to", one.to).key("evidence").begin_array();
    for (const engine::DependencyEvidence& evidence : one.evidence) write_evidence(json, evidence);
    json.end_array().field("total", one.total);
    if (one.is_dismissed) json.field("dismissed", true);
    json.end_object();
  }
  json.end_array();
  if (!found.warnings.empty()) json.array_field("warnings", found.warnings);
  return json.end_object().take();
}

}  // namespace grove::serve
