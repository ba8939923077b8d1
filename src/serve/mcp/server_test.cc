#include "serve/mcp/server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "serve/mcp/testing/mcp_world.h"

namespace grove::serve::mcp {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class McpServer : public ::testing::Test, protected McpWorld {};
class McpServerWithFixtures : public ::testing::Test, protected McpWorld {
 protected:
  McpServerWithFixtures() : McpWorld(Fixtures::kConformance) {}
};

TEST_F(McpServer, InitializeEchoesARevisionItKnowsAndIgnoresWhatItDoesNotKnow) {
  const Json params = Json::parse(R"({"protocolVersion":"2025-06-18","clientInfo":{"name":"x","version":"1"},
    "capabilities":{"elicitation":{"url":{}},"extensions":{"a/b":{}},"future":7}})");
  const Json result = ask("initialize", params)["result"];
  EXPECT_EQ(result["protocolVersion"], "2025-06-18");
  EXPECT_EQ(result["serverInfo"]["name"], "grove");
  EXPECT_TRUE(result["capabilities"].contains("logging"));
  EXPECT_LT(result["instructions"].get<std::string>().size(), 2048U);
}

TEST_F(McpServer, EachErasMethodsAreUnknownToTheOther) {
  for (const char* method : {"initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"}) {
    EXPECT_EQ(ask_stateless(method)["error"]["code"], -32601) << method;
  }
  EXPECT_EQ(ask("server/discover")["error"]["code"], -32601);
  EXPECT_EQ(to_text(ask("ping")["result"]), "{}");
}

TEST_F(McpServer, StatelessResultsCarryWhatEachOfThemHasTo) {
  const Json discovered = ask_stateless("server/discover")["result"];
  EXPECT_EQ(to_text(discovered["supportedVersions"]), R"(["2026-07-28"])");
  for (const char* method : {"server/discover", "tools/list", "prompts/list", "resources/list", "resources/templates/list"}) {
    const Json result = ask_stateless(method)["result"];
    EXPECT_EQ(result["resultType"], "complete") << method;
    EXPECT_TRUE(result["ttlMs"].is_number_integer()) << method;
    EXPECT_THAT(result["cacheScope"].get<std::string>(), ::testing::AnyOf("public", "private")) << method;
    EXPECT_EQ(result["_meta"][kMetaServerInfo]["name"], "grove") << method;
    EXPECT_FALSE(ask(method).contains("resultType"));
  }
  const Json read = ask_stateless("resources/read", {{"uri", "grove://repositories"}})["result"];
  EXPECT_TRUE(read.contains("ttlMs") && read.contains("cacheScope"));
  EXPECT_FALSE(ask_stateless("tools/call", {{"name", "list_repositories"}})["result"].contains("ttlMs"));
}

/// Calls `check` with every object in a value.
void each_object(const Json& value, const std::function<void(const Json&)>& check) {
  if (value.is_object()) check(value);
  if (value.is_structured()) {
    for (const Json& inner : value) each_object(inner, check);
  }
}

TEST_F(McpServer, NoAnswerHoldsANull) {
  for (const char* method : {"initialize", "tools/list", "prompts/list", "resources/list", "resources/templates/list"}) {
    const Json answer = ask(method);
    each_object(answer, [&](const Json& object) {
      for (const auto& [key, value] : object.items()) EXPECT_FALSE(value.is_null()) << method << " " << key;
    });
  }
}

TEST_F(McpServer, SchemasOfToolsAreWhatEveryClientTakes) {
  const std::set<std::string> known = {"type", "description", "default", "enum", "minimum", "maximum", "items"};
  std::size_t seen = 0;
  for (const std::string& profile : server_.profile_names()) {
    const Json tools = ask("tools/list", {}, kNewestWithSessions, profile)["result"]["tools"];
    EXPECT_LE(tools.size(), profile == "all" ? 100U : 12U) << "more than assistants choose from well";
    for (const Json& tool : tools) {
      const std::string name = tool["name"];
      EXPECT_THAT(name, ::testing::MatchesRegex("[a-z0-9_]{1,40}"));
      EXPECT_LT(tool["description"].get<std::string>().size(), 2048U) << name;
      EXPECT_FALSE(tool["title"].get<std::string>().empty());
      for (const char* hint : {"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}) {
        EXPECT_TRUE(tool["annotations"][hint].is_boolean()) << name << " " << hint;
      }
      const Json& schema = tool["inputSchema"];
      EXPECT_EQ(schema["type"], "object");
      EXPECT_EQ(schema["additionalProperties"], false);
      for (const auto& [property, spec] : schema["properties"].items()) {
        EXPECT_TRUE(spec["type"].is_string()) << name << "." << property;
        EXPECT_FALSE(spec["description"].get<std::string>().empty()) << name << "." << property;
        EXPECT_EQ(spec["type"] == "array", spec.contains("items")) << name << "." << property;
        for (const auto& [keyword, value] : spec.items()) EXPECT_TRUE(known.contains(keyword)) << name << "." << property << " " << keyword;
      }
      for (const Json& needed : schema["required"]) EXPECT_TRUE(schema["properties"].contains(needed.get<std::string>()));
      ++seen;
    }
  }
  EXPECT_GE(seen, 15U);
}

TEST_F(McpServer, TheProfilesHoldTheToolsOfTheContract) {
  const auto names = [this](std::string_view profile) {
    std::vector<std::string> all;
    for (const auto& tool : server_.profile(profile)->tools) all.push_back(tool->name);
    return all;
  };
  EXPECT_THAT(names("workspace"),
              ::testing::UnorderedElementsAre("index_workspace", "semantic_search", "find_ast_usages", "go_to_definition"));
  EXPECT_THAT(names("repos"),
              ::testing::UnorderedElementsAre("search_codebases", "get_symbol_definition", "get_call_hierarchy", "get_cross_repo_api_links",
                                              "list_repositories", "update_repository", "sync_repository", "manage_repository_relations",
                                              "get_repository_relations"));
  EXPECT_EQ(server_.profile(""), server_.profile("default"));
  EXPECT_EQ(server_.profile("nope"), nullptr);
}

TEST_F(McpServer, AnUnknownToolIsAnErrorOfTheProtocolAndAnUnknownArgumentOneOfTheTool) {
  EXPECT_EQ(ask("tools/call", {{"name", "nope"}})["error"]["code"], -32602);
  const Json result = call("search_codebases", {{"query", "x"}, {"qery", "y"}});
  EXPECT_EQ(result["isError"], true);
  EXPECT_FALSE(result.contains("structuredContent"));
  EXPECT_THAT(result["content"][0]["text"].get<std::string>(), HasSubstr("qery"));
  EXPECT_THAT(result["content"][0]["text"].get<std::string>(), HasSubstr("query, repos, groups"));
}

TEST_F(McpServer, ArgumentsAreTakenAsTheyAreOrNotAtAll) {
  for (const char* arguments : {R"({})", R"({"query":7})", R"({"query":"x","limit":"5"})", R"({"query":"x","limit":0})",
                                R"({"query":"x","repos":"shop"})", R"({"query":"x","mode":"fast"})"}) {
    EXPECT_EQ(call("search_codebases", Json::parse(arguments))["isError"], true) << arguments;
  }
  EXPECT_EQ(ask("tools/call", {{"name", "search_codebases"}})["result"]["isError"], true);
  EXPECT_FALSE(ask("tools/call", {{"name", "list_repositories"}})["result"].contains("isError"));
}

TEST_F(McpServer, AnOldRevisionIsNotToldWhatItDoesNotKnow) {
  const Json old = ask("tools/list", {}, Revision::k2024_11_05)["result"]["tools"][0];
  EXPECT_FALSE(old.contains("annotations") || old.contains("title"));
  const Json newer = ask("tools/list", {}, Revision::k2025_03_26)["result"]["tools"][0];
  EXPECT_TRUE(newer.contains("annotations"));
  EXPECT_FALSE(newer.contains("title"));
  const Json call_of = {{"name", "list_repositories"}};
  EXPECT_FALSE(ask("tools/call", call_of, Revision::k2025_03_26)["result"].contains("structuredContent"));
  EXPECT_TRUE(ask("tools/call", call_of, Revision::k2025_06_18)["result"].contains("structuredContent"));
}

TEST_F(McpServer, AResourceThatIsNotThereIsToldAsEachEraWants) {
  EXPECT_EQ(ask("resources/read", {{"uri", "grove://nope"}})["error"]["code"], -32002);
  const Json error = ask_stateless("resources/read", {{"uri", "grove://nope"}})["error"];
  EXPECT_EQ(error["code"], -32602);
  EXPECT_EQ(error["data"]["uri"], "grove://nope");
}

TEST_F(McpServer, CursorsThatItNeverGaveAreRefused) {
  EXPECT_EQ(ask("tools/list", {{"cursor", "x"}})["error"]["code"], -32602);
  EXPECT_EQ(ask("tools/list", {{"cursor", ""}})["error"]["code"], -32602);
  EXPECT_TRUE(ask_stateless("tools/list", {{"cursor", ""}}).contains("result"));
  EXPECT_EQ(ask_stateless("prompts/list", {{"cursor", "x"}})["error"]["code"], -32602);
}

TEST_F(McpServer, PromptsFillInWhatWasGivenAndLeaveOutTheRest) {
  const Json result = ask("prompts/get", {{"name", "explain_symbol"}, {"arguments", {{"symbol", "a{repo}b"}}}})["result"];
  const std::string text = result["messages"][0]["content"]["text"];
  EXPECT_THAT(text, HasSubstr("Explain `a{repo}b`"));
  EXPECT_THAT(text, Not(HasSubstr("It is in the repository")));
  const Json with = ask("prompts/get", {{"name", "explain_symbol"}, {"arguments", {{"symbol", "f"}, {"repo", "shop"}}}})["result"];
  EXPECT_THAT(with["messages"][0]["content"]["text"].get<std::string>(), HasSubstr("It is in the repository `shop`."));
  EXPECT_EQ(ask("prompts/get", {{"name", "explain_symbol"}})["error"]["code"], -32602);
  EXPECT_EQ(ask("prompts/get", {{"name", "nope"}})["error"]["code"], -32602);
}

TEST_F(McpServer, RepositoriesAreCompleted) {
  const Json params = Json::parse(R"({"ref":{"type":"ref/prompt","name":"explore_codebase"},"argument":{"name":"repo","value":"SH"}})");
  EXPECT_EQ(to_text(ask("completion/complete", params)["result"]["completion"]["values"]), R"(["shop"])");
  const Json nothing = Json::parse(R"({"ref":{"type":"ref/prompt","name":"nope"},"argument":{"name":"repo","value":""}})");
  EXPECT_EQ(ask("completion/complete", nothing)["error"]["code"], -32602);
}

TEST_F(McpServer, AFailureOfTheEngineIsToldToTheModel) {
  engine_.failure = Error{ErrorCode::kUnavailable, "the graph is not there yet", "Wait."};
  const Json result = call("get_symbol_definition", {{"symbol_name", "f"}});
  EXPECT_EQ(result["isError"], true);
  EXPECT_THAT(result["content"][0]["text"].get<std::string>(), HasSubstr("the graph is not there yet"));
}

TEST_F(McpServer, ABugEndsOneRequest) {
  engine_.throws = true;
  EXPECT_EQ(ask("tools/call", {{"name", "list_repositories"}})["error"]["code"], -32603);
}

TEST_F(McpServerWithFixtures, ProgressOnlyGrowsAndEndsBeforeTheAnswer) {
  Json params = {{"name", "test_tool_with_progress"}, {"_meta", {{"progressToken", "t"}}}};
  EXPECT_TRUE(ask("tools/call", params).contains("result"));
  const auto sent = channel_->all();
  ASSERT_EQ(sent.size(), 3U);
  EXPECT_EQ(sent[0]["params"]["progressToken"], "t");
  EXPECT_EQ(sent[2]["params"]["progress"], 100);
}

TEST_F(McpServerWithFixtures, LogsGoOnlyToThoseWhoWantThem) {
  ask_stateless("tools/call", {{"name", "test_logging_tool"}});
  EXPECT_TRUE(channel_->all().empty());
  ask("tools/call", {{"name", "test_logging_tool"}});
  EXPECT_EQ(channel_->all().size(), 3U);
}

TEST_F(McpServerWithFixtures, AForgedStateIsRefused) {
  const Json first = ask_stateless("tools/call", {{"name", "test_input_required_result_request_state"}})["result"];
  EXPECT_EQ(first["resultType"], "input_required");
  Json retry = {{"name", "test_input_required_result_request_state"},
                {"inputResponses", {{"confirm", {{"action", "accept"}, {"content", {{"ok", true}}}}}}},
                {"requestState", first["requestState"]}};
  EXPECT_EQ(ask_stateless("tools/call", retry)["result"]["content"][0]["text"], "state-ok");
  retry["name"] = "test_input_required_result_multi_round";
  EXPECT_EQ(ask_stateless("tools/call", retry)["error"]["code"], -32602) << "made for another request";
  retry["requestState"] = first["requestState"].get<std::string>() + "x";
  EXPECT_EQ(ask_stateless("tools/call", retry)["error"]["code"], -32602);
}

}  // namespace
}  // namespace grove::serve::mcp
