#include "serve/mcp/conformance/fixtures.h"

namespace grove::serve::mcp {

ToolEntry fixture(std::string_view name, std::string_view description, RpcResult<Json> (*run)(const Json& params, Exchange& exchange)) {
  ToolEntry entry;
  entry.name = std::string(name);
  entry.definition = {{"name", name}, {"description", description}};
  entry.definition["inputSchema"] = {{"type", "object"}, {"properties", Json::object()}};
  entry.call = run;
  return entry;
}

Json text_result(std::string_view text) { return {{"content", Json::array({{{"type", "text"}, {"text", text}}})}}; }

FixtureTools announcing_fixtures(Announcements& announcements) {
  FixtureTools tools;
  tools.push_back(fixture("test_trigger_tool_change", "Says that the list of tools changed.", nullptr));
  tools.back().call = [&announcements](const Json&, Exchange&) -> RpcResult<Json> {
    announcements.announce({Announcement::Kind::kToolsChanged});
    return text_result("The list of tools changed.");
  };
  tools.push_back(fixture("test_trigger_prompt_change", "Says that the list of prompts changed.", nullptr));
  tools.back().call = [&announcements](const Json&, Exchange&) -> RpcResult<Json> {
    announcements.announce({Announcement::Kind::kPromptsChanged});
    return text_result("The list of prompts changed.");
  };
  return tools;
}

void add_conformance_fixtures(Profile& profile, Announcements& announcements) {
  for (const FixtureTools& tools : {content_fixtures(), talking_fixtures(), input_fixtures(), announcing_fixtures(announcements)}) {
    for (const ToolEntry& tool : tools) profile.tools.push_back(std::make_shared<ToolEntry>(tool));
  }
  profile.resources.push_back(fixture_resources());
  profile.prompts.push_back(fixture_prompts());
}

}  // namespace grove::serve::mcp
