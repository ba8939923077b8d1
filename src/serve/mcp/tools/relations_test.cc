// Groups and dependencies for assistants.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "serve/mcp/testing/mcp_world.h"

namespace grove::serve::mcp {
namespace {

using ::testing::ElementsAre;
using Action = TopologyChange::Action;

class McpRelations : public ::testing::Test, protected McpWorld {
 protected:
  McpRelations() {
    engine_.known_topology = {.version = 3,
                              .repositories = {{.id = "r2", .name = "auth"}, {.id = "r1", .name = "shop"}},
                              .groups = {{.name = "core", .members = {"r1"}}},
                              .dependencies = {{.from = "r1", .to = "r2"}}};
  }
  Json of_repos(std::string_view tool, Json arguments) { return call(tool, std::move(arguments), "repos"); }
};

TEST_F(McpRelations, EveryActionOfTheSeedReachesTheEngine) {
  const std::pair<const char*, Action> actions[] = {
      {"create_group", Action::kCreateGroup},     {"delete_group", Action::kDeleteGroup},
      {"add_to_group", Action::kAddToGroup},      {"remove_from_group", Action::kRemoveFromGroup},
      {"add_dependency", Action::kAddDependency}, {"remove_dependency", Action::kRemoveDependency}};
  for (const auto& [name, action] : actions) {
    Json arguments = {{"action", name}};
    const bool is_group = std::string_view(name).contains("group");
    if (is_group) arguments.update({{"group", "core"}, {"repos", {"shop", "auth"}}});
    if (!is_group) arguments.update({{"repo", "shop"}, {"depends_on", "auth"}});
    const Json result = of_repos("manage_repository_relations", arguments);
    ASSERT_FALSE(result.contains("isError")) << result;
    EXPECT_EQ(engine_.changed.action, action);
    EXPECT_EQ(engine_.changed.group, is_group ? "core" : "");
    EXPECT_EQ(engine_.changed.repositories.size(), is_group ? 2U : 0U);
    EXPECT_EQ(engine_.changed.depends_on, is_group ? "" : "auth");
    EXPECT_EQ(result["structuredContent"]["status"], "ok");
  }
}

TEST_F(McpRelations, AChangeShowsWhatIsThereAfterIt) {
  const Json grouped = of_repos("manage_repository_relations", {{"action", "create_group"}, {"group", "core"}})["structuredContent"];
  EXPECT_EQ(grouped["groups"], Json::parse(R"([{"name": "core", "members": ["shop"]}])"));
  const Json related = of_repos("manage_repository_relations",
                                {{"action", "add_dependency"}, {"repo", "shop"}, {"depends_on", "auth"}})["structuredContent"];
  EXPECT_EQ(related["relations"]["repo_id"], "shop");
  EXPECT_EQ(related["relations"]["dependencies"], Json::parse(R"(["auth"])"));
}

TEST_F(McpRelations, WhatAnActionCannotDoWithoutIsAskedFor) {
  EXPECT_TRUE(of_repos("manage_repository_relations", {{"action", "add_dependency"}, {"repo", "shop"}})["isError"]);
  EXPECT_TRUE(of_repos("manage_repository_relations", {{"action", "add_to_group"}, {"group", "core"}})["isError"]);
  EXPECT_TRUE(of_repos("manage_repository_relations", {{"action", "explode"}})["isError"]);
}

TEST_F(McpRelations, AreShownOfOneRepositoryOrAll) {
  const Json one = of_repos("get_repository_relations", {{"repo", "auth"}})["structuredContent"];
  EXPECT_EQ(one["repo_id"], "auth");
  EXPECT_EQ(one["dependents"], Json::parse(R"(["shop"])"));
  const Json all = of_repos("get_repository_relations", Json::object())["structuredContent"];
  EXPECT_EQ(all["dependencies"], Json::parse(R"([{"from": "shop", "to": "auth", "origin": "declared"}])"));
  EXPECT_TRUE(of_repos("get_repository_relations", {{"repo", "nobody"}})["isError"]);
}

TEST_F(McpRelations, ASearchTakesGroupsAndTellsHowARepositoryCameIn) {
  engine::UnitHit hit;
  hit.repository = "auth";
  hit.imports = {"os", "jwt"};
  engine_.found.hits.push_back(hit);
  hit.relation = engine::Relation{.direction = engine::Relation::Direction::kDownstream, .hops = 2};
  engine_.found.hits.push_back(hit);
  const Json answer = of_repos("search_codebases", {{"query", "x"}, {"groups", {"core"}}, {"expand", "downstream"}, {"expand_depth", 2}});
  EXPECT_THAT(engine_.asked.scope.groups, ElementsAre("core"));
  EXPECT_EQ(engine_.asked.scope.expand, engine::Expand::kDownstream);
  EXPECT_EQ(engine_.asked.scope.depth, 2U);
  const Json& items = answer["structuredContent"]["results"];
  EXPECT_EQ(items[0]["chunk"]["imports"], Json::parse(R"(["os", "jwt"])"));
  EXPECT_EQ(items[0]["repo_relation"], "primary");
  EXPECT_EQ(items[0]["relation_hops"], 0);
  EXPECT_FALSE(items[0].contains("relation_direction"));
  EXPECT_EQ(items[1]["repo_relation"], "expanded");
  EXPECT_EQ(items[1]["relation_direction"], "downstream");
  EXPECT_EQ(items[1]["relation_hops"], 2);
}

}  // namespace
}  // namespace grove::serve::mcp
