#include "serve/mcp/profiles.h"

#include <algorithm>
#include <array>

#include "serve/mcp/conformance/fixtures.h"
#include "serve/mcp/prompts.h"
#include "serve/mcp/resources.h"
#include "serve/mcp/tools/graph.h"
#include "serve/mcp/tools/ontologies.h"

namespace grove::serve::mcp {
namespace {

struct ProfileSpec {
  std::string_view name;
  std::vector<std::string_view> tools;  ///< None: all there are.
};

/// Profiles of tools that work with the engine.
const std::array<ProfileSpec, 5>& specs() {
  static const std::array<ProfileSpec, 5> all = {{
      {"default",
       {"search_codebases", "get_symbol_definition", "find_ast_usages", "get_call_hierarchy", "get_file", "list_repositories",
        "index_workspace", "sync_repository", "stats", "rag_search", "find_rest_endpoints", "flow_of"}},
      {"workspace", {"index_workspace", "semantic_search", "find_ast_usages", "go_to_definition"}},
      {"repos",
       {"search_codebases", "get_symbol_definition", "get_call_hierarchy", "get_cross_repo_api_links", "list_repositories",
        "update_repository", "sync_repository", "manage_repository_relations", "get_repository_relations"}},
      {"ontology",
       {"rag_search", "find_rest_endpoints", "flow_of", "callers_of", "uses_of", "find_services", "get_class", "get_file", "list_services",
        "stats"}},
      {"all", {}},
  }};
  return all;
}

}  // namespace

std::vector<Profile> make_profiles(const ToolBackend& backend, Fixtures fixtures) {
  const std::vector<Tool> tools = all_tools();
  const auto resources = engine_resources(backend);
  const auto prompts = code_prompts(backend);
  Profile knowledge = knowledge_profile(backend.graph);
  std::vector<Profile> profiles;
  for (const ProfileSpec& spec : specs()) {
    Profile profile;
    profile.name = spec.name;
    const auto offer = [&](const Tool& tool) { profile.tools.push_back(std::make_shared<ToolEntry>(entry_of(tool, backend))); };
    if (spec.tools.empty()) {
      std::ranges::for_each(tools, offer);
      profile.tools.insert(profile.tools.end(), knowledge.tools.begin(), knowledge.tools.end());
    }
    for (const std::string_view name : spec.tools) {
      const auto tool = std::ranges::find(tools, name, &Tool::name);
      if (tool != tools.end()) offer(*tool);
    }
    profile.resources.push_back(resources);
    profile.prompts.push_back(prompts);
    if (fixtures == Fixtures::kConformance) add_conformance_fixtures(profile, backend.announcements);
    profiles.push_back(std::move(profile));
  }
  profiles.push_back(std::move(knowledge));
  profiles.push_back(catalog_profile(backend.catalog_directory));
  return profiles;
}

}  // namespace grove::serve::mcp
