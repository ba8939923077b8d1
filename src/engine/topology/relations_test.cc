// What repositories have to do with each other, as it is shown.
#include "engine/topology/relations.h"

#include <gmock/gmock.h>

namespace grove::engine {
namespace {

using ::testing::ElementsAre;

Topology some_topology() {
  Topology topology;
  for (const char* name : {"api", "app", "core", "say\"hi;", "unknown"})
    topology.repositories.push_back({.id = std::string("id-") + name, .name = name});
  topology.groups = {{.name = "front", .members = {"id-app", "id-say\"hi;"}}};
  topology.dependencies = {{.from = "id-app", .to = "id-api"},
                           {.from = "id-api", .to = "id-core", .origin = RepositoryDependency::Origin::kAccepted}};
  return topology;
}

TEST(Relations, OfOneRepositoryAreItsGroupsAndBothDirections) {
  const RepositoryRelations api = relations_of(some_topology(), "id-api").value();
  EXPECT_EQ(api.repository.name, "api");
  EXPECT_THAT(api.groups, ElementsAre());
  ASSERT_EQ(api.dependencies.size(), 1U);
  EXPECT_EQ(api.dependencies[0].to, "core");
  EXPECT_EQ(origin_name(api.dependencies[0].origin), "accepted");
  ASSERT_EQ(api.dependents.size(), 1U);
  EXPECT_EQ(api.dependents[0].from, "app");
  EXPECT_THAT(relations_of(some_topology(), "app")->groups, ElementsAre("front"));
  EXPECT_EQ(relations_of(some_topology(), "nobody").error().code, ErrorCode::kNotFound);
}

TEST(Relations, AreDrawnWithNamesThatCannotBreakTheDrawing) {
  EXPECT_EQ(mermaid_of(some_topology()),
            "flowchart LR\n  R1[\"api\"]\n  R2[\"app\"]\n  R3[\"core\"]\n  R4[\"say#34;hi#59;\"]\n  R2 --> R1\n  R1 --> R3\n");
  EXPECT_EQ(graphviz_of(some_topology()),
            "digraph repositories {\n  rankdir=LR;\n  node [shape=box];\n  r1 [label=\"api\"];\n  r2 [label=\"app\"];\n"
            "  r3 [label=\"core\"];\n  r4 [label=\"say\\\"hi;\"];\n  r2 -> r1;\n  r1 -> r3;\n}\n");
}

}  // namespace
}  // namespace grove::engine
