#include "serve/mcp/tools/ontologies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <thread>

#include "base/file.h"
#include "base/log.h"
#include "base/testing/temporary_folder.h"
#include "serve/mcp/http/profile_server.h"
#include "serve/mcp/testing/mcp_world.h"
#include "serve/testing/raw_client.h"

// The profile of the catalog: names and parameters as its clients know them.
namespace grove::serve::mcp {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kShips = R"(@prefix s: <http://example.org/ships#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
s:Ship a owl:Class ; rdfs:comment "What floats." . s:name a owl:DatatypeProperty ; rdfs:domain s:Ship .)";

class CatalogTools : public ::testing::Test, protected McpWorld {
 protected:
  Json call_tool(std::string_view tool, Json arguments) {
    const Server server({catalog_profile(folder_.path())}, announcements_);
    const auto session = std::make_shared<Session>("s");
    session->open(kNewestWithSessions, Json::object());
    const auto read = read_message(request(1, "tools/call", {{"name", tool}, {"arguments", std::move(arguments)}}));
    Exchange exchange({.revision = kNewestWithSessions, .session = session, .channel = channel_}, *read);
    return server.answer(*server.profile("catalog"), *read, exchange).message["result"];
  }
  Json answer_of(std::string_view tool, Json arguments) { return call_tool(tool, std::move(arguments))["structuredContent"]; }
  TemporaryFolder folder_;
  Profile profile_ = catalog_profile(folder_.path());
};

TEST_F(CatalogTools, AreTheSixWithTheirParameters) {
  const std::map<std::string, std::vector<std::string>> expected = {
      {"list_ontologies", {}},
      {"inspect_ontology", {"slug"}},
      {"search_classes", {"query"}},
      {"search_properties", {"query"}},
      {"compose", {"slugs", "target_namespace"}},
      {"add_ontology", {"slug", "ttl_content", "label", "description", "tags"}}};
  std::map<std::string, std::vector<std::string>> got;
  for (const auto& tool : profile_.tools) {
    std::vector<std::string>& names = got[tool->name];
    for (const auto& [name, schema] : tool->definition["inputSchema"]["properties"].items()) names.push_back(name);
  }
  EXPECT_EQ(got, expected);
  EXPECT_NE(server_.profile("catalog"), nullptr) << "every server of ours offers it";
}

TEST_F(CatalogTools, AddFindAndCompose) {
  const Json added = answer_of("add_ontology", {{"slug", "ships"}, {"ttl_content", kShips}, {"tags", {"sea"}}});
  EXPECT_EQ(added["namespace"], "http://example.org/ships#");
  EXPECT_EQ(answer_of("list_ontologies", Json::object())["ontologies"][0]["slug"], "ships");
  const Json inspected = answer_of("inspect_ontology", {{"slug", "ships"}});
  EXPECT_EQ(inspected["counts"]["classes"], 1);
  EXPECT_EQ(inspected["classes"][0]["iri"], "http://example.org/ships#Ship");
  EXPECT_EQ(answer_of("search_classes", {{"query", "floats"}})["result"][0]["name"], "Ship");
  EXPECT_EQ(answer_of("search_properties", {{"query", "name"}})["result"][0]["kind"], "datatype");
  const Json card = answer_of("compose", {{"slugs", {"ships"}}, {"target_namespace", "http://my.org/ns/"}});
  EXPECT_EQ(card["namespace"], "http://my.org/ns/");
  EXPECT_EQ(card["classes"][0]["origin"], "ships");
}

TEST_F(CatalogTools, RefuseASlugThatLeavesTheFolder) {
  const Json refused = call_tool("add_ontology", {{"slug", "../x"}, {"ttl_content", kShips}});
  EXPECT_TRUE(refused["isError"]);
  EXPECT_THAT(refused["content"][0]["text"].get<std::string>(), HasSubstr("is no slug"));
  EXPECT_TRUE(call_tool("inspect_ontology", {{"slug", "none"}})["isError"]);
}

TEST_F(CatalogTools, AreServedAloneOverHttp) {
  auto server = ProfileServer::listen({}, {catalog_profile(folder_.path())}, log_);
  ASSERT_TRUE(server) << describe(server.error());
  std::thread running([&] { (*server)->run(); });
  const std::string url = (*server)->url();
  RawClient client(static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1))));
  const std::string body =
      R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}})";
  client.send(
      "POST /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: application/json, text/event-stream\r\nContent-Type: "
      "application/json\r\nContent-Length: " +
      std::to_string(body.size()) + "\r\n\r\n" + body);
  const auto answer = client.receive();
  (*server)->stop();
  running.join();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 200U);
  EXPECT_THAT(answer->body, HasSubstr("serverInfo"));
  EXPECT_EQ(ProfileServer::listen({.host = "0.0.0.0"}, {}, log_).error().code, ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace grove::serve::mcp
