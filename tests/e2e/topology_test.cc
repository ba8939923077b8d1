#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/e2e/program.h"

// Groups, dependencies and searches along them, as a person types them.
namespace grove::e2e {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

class TopologyCommands : public ::testing::Test {
 protected:
  TopologyCommands() {
    for (const char* name : {"auth-service", "shared-schemas", "web-client"}) {
      world_.write(std::string(name) + "/a.py", "def read_jwt_token(text):\n    return text\n");
      EXPECT_EQ(world_.run({"index", name, "--no-vectors"}).exit_code, 0);
    }
  }
  Outcome done(const std::vector<std::string>& words) {
    Outcome outcome = world_.run(words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output << outcome.error_output;
    return outcome;
  }
  World world_;
};

TEST_F(TopologyCommands, TheQuickStartOfTheSeedWorks) {
  done({"group", "create", "platform", "--repos", "auth-service", "shared-schemas"});
  done({"relation", "add", "auth-service", "web-client"});
  EXPECT_THAT(done({"relation", "show", "web-client"}).output, HasSubstr("needed by   auth-service"));
  const json found = done({"--json", "search", "jwt token", "--group", "platform", "--expand", "upstream", "--expand-depth", "1"}).json();
  ASSERT_EQ(found["results"].size(), 3U);
  EXPECT_EQ(found["results"][2]["repo"], "web-client");
  EXPECT_EQ(found["results"][2]["relation"], json::parse(R"({"kind": "expanded", "direction": "upstream", "hops": 1})"));
  EXPECT_FALSE(found["results"][0].contains("relation"));
  EXPECT_THAT(done({"search", "jwt token", "--group", "platform", "--expand", "upstream"}).output, HasSubstr("(upstream, 1 step)"));
}

TEST_F(TopologyCommands, GroupsAreMadeChangedAndDeleted) {
  EXPECT_EQ(done({"--json", "group", "create", "platform", "auth-service"}).json()["members"], json::parse(R"(["auth-service"])"));
  done({"group", "add", "platform", "web-client", "shared-schemas"});
  done({"group", "remove", "platform", "auth-service"});
  EXPECT_EQ(done({"--json", "group", "list"}).json()["groups"],
            json::parse(R"([{"name": "platform", "members": ["shared-schemas", "web-client"]}])"));
  EXPECT_EQ(world_.run({"group", "create", "platform"}).exit_code, 1);
  EXPECT_EQ(world_.run({"group", "add", "platfrom", "web-client"}).exit_code, 3);
  done({"group", "delete", "platform"});
  EXPECT_EQ(done({"--json", "list"}).json()["repositories"].size(), 3U);
}

TEST_F(TopologyCommands, OtherCommandsTakeGroupsToo) {
  done({"group", "create", "platform", "auth-service"});
  done({"group", "create", "empty"});
  using Words = std::vector<std::string>;
  const std::string symbol = "read_jwt_token";
  for (const Words& command :
       {Words{"endpoints"}, Words{"services"}, Words{"map"}, Words{"beans"}, Words{"links"}, Words{"definition", symbol},
        Words{"references", symbol}, Words{"callers", symbol}, Words{"callees", symbol}}) {
    const auto with_group = [&](const char* group) {
      Words all = {"--json"};
      all.insert(all.end(), command.begin(), command.end());
      all.insert(all.end(), {"--group", group});
      return all;
    };
    done(with_group("platform"));
    const Outcome nothing = world_.run(with_group("empty"));
    EXPECT_EQ(nothing.exit_code, 3) << command.front();
    EXPECT_THAT(nothing.json()["error"]["message"].get<std::string>(), HasSubstr("has no repositories")) << command.front();
  }
  const json answer = done({"--json", "ask", "read_jwt_token", "--group", "platform"}).json();
  EXPECT_EQ(answer["scope"]["repos"], json::parse(R"(["auth-service"])"));
}

TEST_F(TopologyCommands, ACycleIsRefusedAndNamed) {
  done({"relation", "add", "web-client", "auth-service"});
  done({"relation", "add", "auth-service", "shared-schemas"});
  const Outcome refused = world_.run({"--json", "relation", "add", "shared-schemas", "web-client"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_EQ(refused.json()["error"]["code"], "dependency_cycle");
  EXPECT_THAT(refused.json()["error"]["message"].get<std::string>(),
              HasSubstr("shared-schemas → web-client → auth-service → shared-schemas"));
  EXPECT_THAT(done({"relation", "graph"}).output,
              HasSubstr("auth-service\n  shared-schemas declared\nweb-client\n  auth-service declared"));
  EXPECT_THAT(done({"relation", "graph", "--mermaid"}).output, HasSubstr("R3 --> R1"));
  EXPECT_THAT(done({"relation", "graph", "--dot"}).output, HasSubstr("r3 -> r1;"));
}

TEST_F(TopologyCommands, SuggestionsAreAcceptedOrDismissed) {
  world_.write("auth-service/pyproject.toml", "[project]\nname = \"auth-service\"\n");
  world_.write("shared-schemas/package.json", "{ \"name\": \"@acme/schemas\" }\n");
  world_.write("web-client/requirements.txt", "auth_service>=1\n");
  world_.write("web-client/package.json", "{ \"dependencies\": { \"@acme/schemas\": \"1\" } }\n");
  done({"sync"});
  const json found = done({"--json", "relation", "suggest"}).json();
  ASSERT_EQ(found["suggestions"].size(), 2U);
  EXPECT_EQ(found["suggestions"][0]["to"], "auth-service");
  EXPECT_EQ(found["suggestions"][0]["evidence"][0]["path"], "requirements.txt");
  EXPECT_THAT(done({"relation", "suggest"}).output, HasSubstr("web-client → shared-schemas\n  npm       package.json:1\n"));
  done({"relation", "accept", "web-client", "auth-service"});
  done({"relation", "dismiss", "web-client", "shared-schemas"});
  EXPECT_TRUE(done({"--json", "relation", "suggest"}).json()["suggestions"].empty());
  EXPECT_EQ(done({"--json", "relation", "suggest", "--dismissed"}).json()["suggestions"].size(), 1U);
  EXPECT_THAT(done({"relation", "graph"}).output, HasSubstr("web-client\n  auth-service accepted"));
  EXPECT_EQ(world_.run({"relation", "accept", "auth-service", "web-client"}).exit_code, 3);
}

TEST_F(TopologyCommands, AnEmptyGroupAnswersNothing) {
  done({"group", "create", "empty"});
  const json found = done({"--json", "search", "jwt token", "--group", "empty"}).json();
  EXPECT_TRUE(found["results"].empty());
  EXPECT_THAT(found["warnings"][0].get<std::string>(), HasSubstr("has no repositories"));
}

}  // namespace
}  // namespace grove::e2e
