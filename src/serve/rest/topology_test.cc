// Groups and dependencies over HTTP.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "serve/rest/api.h"
#include "serve/testing/rest_world.h"

namespace grove::serve {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Action = TopologyChange::Action;

class RestTopology : public ::testing::Test, protected RestWorld {
 protected:
  RestTopology() {
    engine_.known_topology = {
        .version = 7,
        .repositories = {{.id = "r2", .name = "auth"}, {.id = "r1", .name = "shop"}},
        .groups = {{.name = "core", .members = {"r2", "r1"}}, {.name = "none"}},
        .dependencies = {{.from = "r1", .to = "r2", .origin = RepositoryDependency::Origin::kAccepted}},
    };
  }
  static std::string header(const HttpResponse& response, std::string_view name) {
    for (const auto& [key, value] : response.headers)
      if (key == name) return value;
    return "";
  }
  HttpResponse call_with(std::string method, std::string target, std::pair<std::string, std::string> extra, std::string body = "") {
    HttpRequest request{.method = std::move(method), .target = std::move(target), .body = std::move(body)};
    request.headers = {
        {"Host", "localhost"}, {"Content-Type", "application/json"}, {"Authorization", "Bearer swordfish"}, std::move(extra)};
    return api_.handle(request, CancelToken());
  }
};

TEST_F(RestTopology, GroupsAreListedWithTheNamesOfTheirMembers) {
  const auto response = call("GET", "/api/v1/groups");
  EXPECT_EQ(json::parse(response.body), json::parse(R"({"version": 7, "groups": [{"name": "core", "members": ["auth", "shop"]},
    {"name": "none", "members": []}]})"));
  EXPECT_EQ(header(response, "ETag"), "\"7\"");
}

TEST_F(RestTopology, AGroupIsMadeWithTheFieldsOfTheSeed) {
  const auto response = call("POST", "/api/v1/groups", R"({"name": "core", "repo_ids": ["shop", "auth"]})");
  ASSERT_EQ(response.status, 201U) << response.body;
  EXPECT_EQ(engine_.changed.action, Action::kCreateGroup);
  EXPECT_EQ(engine_.changed.group, "core");
  EXPECT_THAT(engine_.changed.repositories, ElementsAre("shop", "auth"));
  EXPECT_EQ(engine_.changed.expected_version, std::nullopt);
  EXPECT_EQ(json::parse(response.body), json::parse(R"({"name": "core", "members": ["auth", "shop"], "version": 7})"));
  EXPECT_EQ(call("POST", "/api/v1/groups", "{}").status, 400U);
}

TEST_F(RestTopology, MembersComeAndGo) {
  EXPECT_EQ(call("POST", "/api/v1/groups/core/members", R"({"repo_ids": ["auth"]})").status, 200U);
  EXPECT_EQ(engine_.changed.action, Action::kAddToGroup);
  EXPECT_THAT(engine_.changed.repositories, ElementsAre("auth"));
  EXPECT_EQ(call("DELETE", "/api/v1/groups/core/members/shop").status, 200U);
  EXPECT_EQ(engine_.changed.action, Action::kRemoveFromGroup);
  EXPECT_THAT(engine_.changed.repositories, ElementsAre("shop"));
  EXPECT_EQ(call("DELETE", "/api/v1/groups/core").status, 200U);
  EXPECT_EQ(engine_.changed.action, Action::kDeleteGroup);
  EXPECT_EQ(engine_.changed.group, "core");
}

TEST_F(RestTopology, ARepositoryShowsBothDirections) {
  EXPECT_EQ(json::parse(call("GET", "/api/v1/repos/shop/relations").body),
            json::parse(R"({"repo": "shop", "id": "r1", "groups": ["core"], "dependencies": ["auth"], "dependents": [], "version": 7})"));
  EXPECT_EQ(json::parse(call("GET", "/api/v1/repos/r2/relations").body)["dependents"], json::parse(R"(["shop"])"));
  EXPECT_EQ(call("GET", "/api/v1/repos/nobody/relations").status, 404U);
}

TEST_F(RestTopology, DependenciesComeAndGo) {
  EXPECT_EQ(call("POST", "/api/v1/repos/shop/dependencies", R"({"depends_on": "auth"})").status, 201U);
  EXPECT_EQ(engine_.changed.action, Action::kAddDependency);
  EXPECT_EQ(engine_.changed.repository, "shop");
  EXPECT_EQ(engine_.changed.depends_on, "auth");
  EXPECT_EQ(call("DELETE", "/api/v1/repos/shop/dependencies/auth").status, 200U);
  EXPECT_EQ(engine_.changed.action, Action::kRemoveDependency);
}

TEST_F(RestTopology, ACycleIsAConflictThatNamesIt) {
  engine_.failure = Error{ErrorCode::kDependencyCycle, "DependencyCycleError: … a → b → a", ""};
  const auto response = call("POST", "/api/v1/repos/shop/dependencies", R"({"depends_on": "auth"})");
  EXPECT_EQ(response.status, 409U);
  EXPECT_EQ(json::parse(response.body)["code"], "dependency_cycle");
  EXPECT_THAT(json::parse(response.body)["detail"].get<std::string>(), HasSubstr("a → b → a"));
}

TEST_F(RestTopology, TheWholeGraphIsShown) {
  const json graph = json::parse(call("GET", "/api/v1/graph/relations").body);
  EXPECT_EQ(graph["repositories"], json::parse(R"(["auth", "shop"])"));
  EXPECT_EQ(graph["dependencies"], json::parse(R"([{"from": "shop", "to": "auth", "origin": "accepted"}])"));
  EXPECT_EQ(graph["groups"].size(), 2U);
  EXPECT_THAT(graph["mermaid"].get<std::string>(), HasSubstr("R2 --> R1"));
}

TEST_F(RestTopology, SuggestionsAreListedAndDecided) {
  engine_.found_suggestions = {
      .suggestions =
          {{.from = "shop",
            .to = "auth",
            .evidence = {{.kind = "npm", .name = "@a/auth", .path = "p", .line = 2, .target_path = "q", .target_line = 3, .reason = "r"},
                         {.kind = "submodule", .name = "h/auth", .path = "s", .line = 1, .target_path = "", .reason = "t"}},
            .total = 4,
            .is_dismissed = true}},
      .version = 7,
      .warnings = {"w"}};
  EXPECT_EQ(
      json::parse(call("GET", "/api/v1/graph/suggestions?repo=shop&dismissed=true").body),
      json::parse(
          R"({"version": 7, "warnings": ["w"], "suggestions": [{"from": "shop", "to": "auth", "total": 4, "dismissed": true, "evidence": [
    {"kind": "npm", "name": "@a/auth", "path": "p", "line": 2, "target": {"path": "q", "line": 3}, "reason": "r"},
    {"kind": "submodule", "name": "h/auth", "path": "s", "line": 1, "reason": "t"}]}]})"));
  EXPECT_THAT(engine_.asked_suggestions.repositories, ElementsAre("shop"));
  EXPECT_EQ(engine_.asked_suggestions.dismissed, engine::SuggestionRequest::Dismissed::kIncluded);
  EXPECT_EQ(call("POST", "/api/v1/repos/shop/suggestions/auth", R"({"decision": "accept"})").status, 200U);
  EXPECT_EQ(engine_.changed.action, Action::kAccept);
  EXPECT_EQ(call("POST", "/api/v1/repos/shop/suggestions/auth", R"({"decision": "dismiss"})").status, 200U);
  EXPECT_EQ(engine_.changed.action, Action::kDismiss);
  EXPECT_EQ(call("POST", "/api/v1/repos/shop/suggestions/auth", "{}").status, 400U);
}

TEST_F(RestTopology, AWriteSaysWhichVersionItWasDecidedOn) {
  const auto made = call_with("POST", "/api/v1/groups", {"If-Match", "\"6\""}, R"({"name": "core"})");
  EXPECT_EQ(made.status, 201U);
  EXPECT_EQ(engine_.changed.expected_version, 6U);
  call_with("DELETE", "/api/v1/groups/core", {"If-Match", "*"});
  EXPECT_EQ(engine_.changed.expected_version, std::nullopt);
  call_with("DELETE", "/api/v1/groups/core", {"If-Match", "\"6\", \"7\""});
  EXPECT_EQ(engine_.changed.expected_version, 7U) << "the present one";
  call_with("DELETE", "/api/v1/groups/core", {"If-Match", "\"5\", \"6\""});
  EXPECT_EQ(engine_.changed.expected_version, 5U);
  engine_.failure = Error{ErrorCode::kStaleVersion, "version 7, not 6", ""};
  const auto stale = call_with("DELETE", "/api/v1/groups/core", {"If-Match", "\"6\""});
  EXPECT_EQ(stale.status, 412U);
  EXPECT_EQ(json::parse(stale.body)["code"], "stale_version");
}

TEST_F(RestTopology, TagsThatAreNoneOfOursMatchNothing) {
  for (const char* tag : {"W/\"7\"", "7", "\"\"", "\"x\"", "W/\"7\", \"x\"", "\"99999999999999999999999\"", "\""}) {
    EXPECT_EQ(call_with("DELETE", "/api/v1/groups/core", {"If-Match", tag}).status, 412U) << tag;
    EXPECT_EQ(engine_.changed.group, "") << tag;
  }
}

TEST_F(RestTopology, WhoHasTheVersionIsToldSo) {
  for (const char* tag : {"\"7\"", "W/\"7\"", "\"6\", \"7\"", "*"}) {
    const auto response = call_with("GET", "/api/v1/groups", {"If-None-Match", tag});
    EXPECT_EQ(response.status, 304U) << tag;
    EXPECT_EQ(response.body, "");
    EXPECT_EQ(header(response, "ETag"), "\"7\"");
  }
  EXPECT_EQ(call_with("GET", "/api/v1/groups", {"If-None-Match", "\"6\""}).status, 200U);
}

TEST_F(RestTopology, HitsSayWhatTheyHaveToDoWithTheScope) {
  engine::UnitHit hit;
  hit.repository = "auth";
  hit.relation = engine::Relation{.direction = engine::Relation::Direction::kUpstream, .hops = 2};
  engine_.found.hits = {hit};
  engine_.found.scope = {"auth", "shop"};
  engine_.found.expanded = {{.repository = "auth", .relation = *hit.relation}};
  const json answer = json::parse(search(R"({"query": "x", "groups": ["core"], "expand": "upstream", "expand_depth": 2})").body);
  EXPECT_EQ(answer["results"][0]["relation"], json::parse(R"({"kind": "expanded", "direction": "upstream", "hops": 2})"));
  EXPECT_EQ(answer["scope"], json::parse(R"({"repos": ["auth", "shop"], "groups": ["core"],
    "expanded": [{"repo": "auth", "direction": "upstream", "hops": 2}]})"));
}

}  // namespace
}  // namespace grove::serve
