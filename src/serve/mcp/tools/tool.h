#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "engine/jobs.h"
#include "serve/handover.h"
#include "serve/json/fields.h"
#include "serve/mcp/announcements.h"
#include "serve/mcp/catalogue.h"

namespace grove::serve {
class GraphAccess;
}

namespace grove::serve::mcp {

/// What tools work with. All outlive them.
struct ToolBackend {
  engine::Engine& engine;
  engine::Jobs& jobs;
  Announcements& announcements;
  std::string working_directory;       ///< What "." means; empty where the client stands in no folder that we know.
  const Handover* handover = nullptr;  ///< Does what may not be written here; null: nobody.
  GraphAccess* graph = nullptr;        ///< The knowledge graph; null: none.
  std::string catalog_directory = {};  ///< Of ontologies; empty: `data/ontologies` of the folder the program was started in.
};

/// A call of a tool, its arguments checked.
struct ToolCall {
  const ToolBackend& backend;
  std::string_view tool;
  const FieldValues& arguments;
  Exchange& exchange;
};

/// One tool: tools/list, checks and calls all read this.
struct Tool {
  std::string_view name;
  std::string_view title;
  std::string_view description;  ///< Below 2 KB: clients cut it there.
  std::span<const FieldSpec> arguments = {};
  enum class Effect : std::uint8_t {
    kReads,
    kWrites,  ///< Changes what Grove keeps, never the code.
  } effect = Effect::kReads;
  enum class World : std::uint8_t {
    kClosed,
    kOpen,  ///< Speaks with servers elsewhere: Git remotes.
  } world = World::kClosed;
  ToolEntry::Pace pace = ToolEntry::Pace::kQuick;
  /// The structured answer, an object; an error is told to the model.
  Result<Json> (*run)(const ToolCall& call) = nullptr;
};

std::span<const Tool> search_tools();      ///< search_codebases, semantic_search
std::span<const Tool> definition_tools();  ///< get_symbol_definition, go_to_definition
std::span<const Tool> usage_tools();       ///< find_ast_usages, get_call_hierarchy
std::span<const Tool> file_tools();        ///< get_file
std::span<const Tool> repository_tools();  ///< list_repositories, update_repository, sync_repository, stats
std::span<const Tool> relation_tools();    ///< manage_repository_relations, get_repository_relations
std::span<const Tool> workspace_tools();   ///< index_workspace
std::span<const Tool> request_tools();     ///< rag_search, find_rest_endpoints, flow_of
std::span<const Tool> link_tools();        ///< get_cross_repo_api_links
std::span<const Tool> type_tools();        ///< callers_of, uses_of, find_services, get_class, list_services
/// All of these: what the profile "all" has besides those of "knowledge".
std::vector<Tool> all_tools();

/// What a profile offers of it. `backend` outlives it.
ToolEntry entry_of(const Tool& tool, const ToolBackend& backend);
/// The same for a tool that works with something else: `tool.run` isn't looked at.
ToolEntry entry_of(const Tool& tool, std::function<Result<Json>(const FieldValues& arguments, Exchange& exchange)> run);

/// The JSON Schema of arguments, as every client takes it: one type a property, no references, no alternatives.
Json input_schema(std::span<const FieldSpec> arguments);

/// Checks arguments without changing any. kInvalidArgument names what is wrong and all that is known.
Result<FieldValues> read_arguments(std::span<const FieldSpec> specs, const Json* arguments);

}  // namespace grove::serve::mcp
