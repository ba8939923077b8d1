// Which repositories a request is about.
#include "engine/topology/scope.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "base/text.h"

namespace grove::engine {
namespace {

using ::testing::HasSubstr;

/// `app` → `api` → `core` → `base`; `tool` → `core`; `lone`.
Topology some_topology() {
  Topology topology;
  for (const char* name : {"api", "app", "base", "core", "lone", "tool"})
    topology.repositories.push_back({.id = std::string("id-") + name, .name = name});
  const auto needs = [&](const std::string& from, const std::string& to) {
    topology.dependencies.push_back({.from = "id-" + from, .to = "id-" + to});
  };
  needs("app", "api");
  needs("api", "core");
  needs("core", "base");
  needs("tool", "core");
  topology.groups = {{.name = "empty"}, {.name = "front", .members = {"id-app", "id-lone"}}};
  return topology;
}

/// `app core+1 base+2 tool-1`: hops up, hops down.
std::string resolved(const RepositoryScope& scope, const Topology& topology = some_topology()) {
  const auto found = resolve_scope(topology, scope);
  if (!found) return std::string(code_name(found.error().code)) + ": " + describe(found.error());
  std::vector<std::string> all;
  for (const ScopedRepository& one : *found) {
    std::string text = one.repository.name;
    if (one.relation)
      text += fmt::format("{}{}", one.relation->direction == Relation::Direction::kUpstream ? '+' : '-', one.relation->hops);
    all.push_back(text);
  }
  return join(all, " ");
}

TEST(Scope, IsAllRepositoriesWhereNothingIsNamed) {
  EXPECT_EQ(resolved({}), "api app base core lone tool");
  EXPECT_EQ(resolved({.expand = Expand::kBoth, .depth = 3}), "api app base core lone tool") << "nobody is expanded to";
}

TEST(Scope, IsTheNamedRepositoriesAndTheMembersOfGroups) {
  EXPECT_EQ(resolved({.repositories = {"tool", "id-api", "tool"}}), "api tool");
  EXPECT_EQ(resolved({.groups = {"front"}}), "app lone");
  EXPECT_EQ(resolved({.repositories = {"app", "base"}, .groups = {"front"}}), "app base lone");
}

TEST(Scope, OfAGroupWithoutMembersIsEmptyAndNotEverything) {
  EXPECT_EQ(resolved({.groups = {"empty"}}), "");
  EXPECT_EQ(resolved({.groups = {"empty"}, .expand = Expand::kBoth, .depth = 10}), "");
  EXPECT_EQ(resolved({.repositories = {"lone"}, .groups = {"empty"}}), "lone");
}

TEST(Scope, GrowsAlongDependenciesToItsDepth) {
  EXPECT_EQ(resolved({.repositories = {"app"}, .expand = Expand::kUpstream, .depth = 0}), "app");
  EXPECT_EQ(resolved({.repositories = {"app"}, .expand = Expand::kUpstream}), "api+1 app");
  EXPECT_EQ(resolved({.repositories = {"app"}, .expand = Expand::kUpstream, .depth = 2}), "api+1 app core+2");
  EXPECT_EQ(resolved({.repositories = {"app"}, .expand = Expand::kUpstream, .depth = 9}), "api+1 app base+3 core+2");
  EXPECT_EQ(resolved({.repositories = {"core"}, .expand = Expand::kDownstream, .depth = 2}), "api-1 app-2 core tool-1");
  EXPECT_EQ(resolved({.repositories = {"app"}, .expand = Expand::kDownstream, .depth = 2}), "app");
}

TEST(Scope, GrowsBothWaysButNotToSiblings) {
  EXPECT_EQ(resolved({.repositories = {"api"}, .expand = Expand::kBoth, .depth = 9}), "api app-1 base+2 core+1")
      << "tool needs core too, and has nothing to do with api";
}

TEST(Scope, CountsHopsByTheShortestWay) {
  Topology topology = some_topology();
  topology.dependencies.push_back({.from = "id-app", .to = "id-base"});
  EXPECT_EQ(resolved({.repositories = {"app"}, .expand = Expand::kUpstream, .depth = 9}, topology), "api+1 app base+1 core+2");
  EXPECT_EQ(resolved({.repositories = {"app", "core"}, .expand = Expand::kBoth, .depth = 9}, topology), "api+1 app base+1 core tool-1");
}

TEST(Scope, OfUnknownNamesIsAnErrorThatNamesNearOnes) {
  EXPECT_THAT(resolved({.repositories = {"aap"}}), HasSubstr("not_found: there is no repository named \"aap\"; did you mean `app`"));
  EXPECT_THAT(resolved({.repositories = {"app"}, .groups = {"frnt"}}), HasSubstr("no group named \"frnt\"; did you mean `front`"));
}

TEST(Scope, WeighsTheFurtherTheLess) {
  EXPECT_DOUBLE_EQ(ScopedRepository{}.weight(), 1);
  EXPECT_DOUBLE_EQ((ScopedRepository{.repository = {}, .relation = Relation{.hops = 1}}.weight()), 0.85);
  EXPECT_DOUBLE_EQ((ScopedRepository{.repository = {}, .relation = Relation{.hops = 3}}.weight()), 0.85 * 0.85 * 0.85);
}

}  // namespace
}  // namespace grove::engine
