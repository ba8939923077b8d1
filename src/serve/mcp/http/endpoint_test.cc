#include "serve/mcp/http/endpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "serve/mcp/http/event_log.h"
#include "serve/mcp/http/sessions.h"
#include "serve/mcp/testing/mcp_world.h"

namespace grove::serve::mcp {
namespace {

using ::testing::HasSubstr;
using Headers = std::vector<std::pair<std::string, std::string>>;

class McpOverHttp : public ::testing::Test, protected McpWorld {
 protected:
  McpOverHttp() : McpWorld(Fixtures::kConformance) {}

  HttpResponse post(std::string body, Headers headers = {}, std::string profile = "") {
    HttpRequest request{.method = "POST", .target = "/mcp", .headers = std::move(headers), .body = std::move(body)};
    request.headers.emplace_back("Content-Type", "application/json");
    if (request.header("Accept").empty()) request.headers.emplace_back("Accept", "application/json, text/event-stream");
    return endpoint_.post(profile, request, CancelToken());
  }
  /// A stateless request with the headers that it has to have.
  HttpResponse post_stateless(std::string_view method, Json params = Json::object(), Headers headers = {}) {
    params["_meta"] = stateless_meta();
    headers.emplace_back("MCP-Protocol-Version", "2026-07-28");
    headers.emplace_back("Mcp-Method", method);
    if (params.contains("name")) headers.emplace_back("Mcp-Name", params["name"].get<std::string>());
    return post(to_text(request(7, method, params)), headers);
  }
  std::string initialize(std::string_view version = "2025-11-25") {
    const HttpResponse response = post(to_text(request(1, "initialize", {{"protocolVersion", version}})));
    for (const auto& [name, value] : response.headers) {
      if (name == "Mcp-Session-Id") return value;
    }
    return "";
  }
  HttpResponse get(Headers headers) {
    headers.emplace_back("Accept", "text/event-stream");
    return endpoint_.get("", {.method = "GET", .target = "/mcp", .headers = std::move(headers)});
  }
  static int code_of(const HttpResponse& response) { return Json::parse(response.body)["error"]["code"]; }
  /// What a stream says until it ends.
  static std::string read_all(const HttpResponse& response) {
    std::string text;
    for (int i = 0; i < 2000; ++i) {
      const auto piece = response.stream->next();
      text += piece.text;
      if (piece.last) return text;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return text + "(no end)";
  }
};

TEST_F(McpOverHttp, ASessionLivesFromInitializeToDelete) {
  const std::string id = initialize();
  ASSERT_EQ(id.size(), 32U);
  const Headers session = {{"Mcp-Session-Id", id}, {"MCP-Protocol-Version", "2025-11-25"}};
  EXPECT_EQ(post(R"({"jsonrpc":"2.0","method":"notifications/initialized"})", session).status, 202U);
  const HttpResponse ping = post(to_text(request(2, "ping")), session);
  EXPECT_EQ(ping.body, R"({"jsonrpc":"2.0","id":2,"result":{}})");
  EXPECT_EQ(post(to_text(request(2, "initialize")), session).status, 400U);
  EXPECT_EQ(endpoint_.remove({.method = "DELETE", .target = "/mcp", .headers = session}).status, 200U);
  const HttpResponse gone = post(to_text(request(3, "ping")), session);
  EXPECT_EQ(gone.status, 404U);
  EXPECT_EQ(code_of(gone), -32001);
  EXPECT_EQ(post(to_text(request(4, "initialize")), session).status, 200U) << "a stale id may begin anew";
}

TEST_F(McpOverHttp, WhatIsWrongWithARequestOfASessionIsToldByItsStatus) {
  EXPECT_EQ(post(to_text(request(1, "tools/list"))).status, 400U);
  EXPECT_EQ(post(to_text(request(1, "tools/list")), {{"Mcp-Session-Id", "nope"}}).status, 404U);
  const std::string id = initialize();
  EXPECT_EQ(post(to_text(request(1, "ping")), {{"Mcp-Session-Id", id}, {"MCP-Protocol-Version", "1.0"}}).status, 400U);
  for (const char* known : {"2024-11-05", "2025-06-18", "2026-07-28"}) {
    EXPECT_EQ(post(to_text(request(1, "ping")), {{"Mcp-Session-Id", id}, {"MCP-Protocol-Version", known}}).status, 200U) << known;
  }
  const HttpResponse broken = post("{");
  EXPECT_EQ(broken.status, 400U);
  EXPECT_EQ(code_of(broken), -32700);
  EXPECT_EQ(post("{}", {}, "nope").status, 404U);
  const HttpRequest text{.method = "POST", .target = "/mcp", .headers = {{"Content-Type", "text/plain"}}, .body = "{}"};
  EXPECT_EQ(endpoint_.post("", text, CancelToken()).status, 415U);
}

TEST_F(McpOverHttp, TheFirstOfSeveralFaultsOfAStatelessRequestIsTold) {
  const auto with = [](std::string_view version, std::string_view method) {
    Json meta = stateless_meta();
    meta[kMetaVersion] = version;
    return to_text(request(7, method, {{"_meta", meta}}));
  };
  struct Case {
    std::string body;
    Headers headers;
    int code;
    unsigned status;
  };
  const std::string good = "2026-07-28";
  const Headers right = {{"MCP-Protocol-Version", good}, {"Mcp-Method", "tools/list"}};
  const Case cases[] = {
      {R"({"jsonrpc":"2.0","id":7,"method":"nope"})", {{"MCP-Protocol-Version", good}}, -32602, 400},
      {R"({"jsonrpc":"2.0","id":7,"method":"server/discover","params":{}})", {}, -32602, 400},
      {with(good, "tools/list"), {}, -32020, 400},
      {with(good, "tools/list"), {{"MCP-Protocol-Version", good}}, -32020, 400},
      {with(good, "nope"), right, -32020, 400},
      {with(good, "tools/list"), {{"MCP-Protocol-Version", "2025-11-25"}, {"Mcp-Method", "tools/list"}}, -32020, 400},
      {with("v999", "tools/list"), right, -32020, 400},
      {with("v999", "nope"), {{"MCP-Protocol-Version", "v999"}, {"Mcp-Method", "nope"}}, -32022, 400},
      {with("2025-11-25", "tools/list"), {{"MCP-Protocol-Version", "2025-11-25"}, {"Mcp-Method", "tools/list"}}, -32022, 400},
      {with(good, "nope"), {{"MCP-Protocol-Version", good}, {"Mcp-Method", "nope"}}, -32601, 404},
      {"[" + with(good, "tools/list") + "]", right, -32600, 400},
  };
  for (const Case& one : cases) {
    const HttpResponse response = post(one.body, one.headers);
    EXPECT_EQ(response.status, one.status) << one.body;
    EXPECT_EQ(code_of(response), one.code) << one.body;
  }
  EXPECT_EQ(post_stateless("tools/list").status, 200U);
  EXPECT_EQ(code_of(post_stateless("tools/call", {{"name", "nope"}})), -32602);
  EXPECT_EQ(post_stateless("tools/call", {{"name", "nope"}}).status, 200U);
  EXPECT_EQ(post_stateless("tools/call", {{"name", "test_missing_capability"}}).status, 400U);
}

TEST_F(McpOverHttp, NamesInHeadersAreComparedAsTheyMean) {
  Json params = {{"name", "test_simple_text"}, {"_meta", stateless_meta()}};
  const auto status = [&](const std::string& name) {
    return post(to_text(request(1, "tools/call", params)),
                {{"mcp-protocol-version", "2026-07-28"}, {"MCP-METHOD", " tools/call "}, {"Mcp-Name", name}})
        .status;
  };
  EXPECT_EQ(status("test_simple_text"), 200U);
  EXPECT_EQ(status("  test_simple_text\t"), 200U);
  EXPECT_EQ(status("=?base64?dGVzdF9zaW1wbGVfdGV4dA==?="), 200U);
  EXPECT_EQ(status("=?base64?dGVzdF9zaW1wbGVfdGV4dA=?="), 400U);
  EXPECT_EQ(status("=?BASE64?dGVzdF9zaW1wbGVfdGV4dA==?="), 400U);
  EXPECT_EQ(status("Test_Simple_Text"), 400U);
}

TEST_F(McpOverHttp, BatchesAreTakenWhereTheRevisionHasThem) {
  const std::string batch = "[" + to_text(request(1, "ping")) + "," + to_text(request(2, "nope")) + "," +
                            R"({"jsonrpc":"2.0","method":"notifications/initialized"}])";
  const HttpResponse answer = post(batch, {{"Mcp-Session-Id", initialize("2025-03-26")}});
  EXPECT_EQ(answer.status, 200U);
  const Json answers = Json::parse(answer.body);
  ASSERT_EQ(answers.size(), 2U);
  EXPECT_EQ(answers[1]["error"]["code"], -32601);
  EXPECT_EQ(post(batch, {{"Mcp-Session-Id", initialize("2025-06-18")}}).status, 400U);
  EXPECT_EQ(post("[" + to_text(request(1, "initialize")) + "]").status, 400U);
  EXPECT_EQ(post("[]", {{"Mcp-Session-Id", initialize("2025-03-26")}}).status, 400U);
}

TEST_F(McpOverHttp, ACallThatTalksAnswersByEventsAndAClientWithoutThemByJson) {
  const Json params = {{"name", "test_tool_with_progress"}, {"_meta", {{"progressToken", 5}}}};
  const std::string id = initialize();
  const HttpResponse streamed = post(to_text(request(3, "tools/call", params)), {{"Mcp-Session-Id", id}});
  EXPECT_EQ(streamed.content_type, "text/event-stream");
  const std::string events = read_all(streamed);
  EXPECT_THAT(events, ::testing::StartsWith("id: r1-1\ndata: \n\n"));
  EXPECT_THAT(events, HasSubstr("\"progress\":50.0"));
  EXPECT_THAT(events, HasSubstr("\"id\":3,\"result\""));
  const HttpResponse plain = post(to_text(request(4, "tools/call", params)), {{"Mcp-Session-Id", id}, {"Accept", "application/json"}});
  EXPECT_THAT(plain.body, HasSubstr("\"id\":4,\"result\""));
  const HttpResponse only_events = post(to_text(request(5, "ping")), {{"Mcp-Session-Id", id}, {"Accept", "text/event-stream"}});
  EXPECT_THAT(read_all(only_events), HasSubstr("\"id\":5,\"result\":{}"));
}

TEST_F(McpOverHttp, AStreamThatBrokeOffIsReadOnWhereItStopped) {
  const std::string id = initialize();
  const HttpResponse first = post(to_text(request(3, "tools/call", {{"name", "test_reconnection"}})), {{"Mcp-Session-Id", id}});
  const std::string seen = read_all(first);
  EXPECT_THAT(seen, HasSubstr("retry: 500"));
  EXPECT_THAT(seen, ::testing::Not(HasSubstr("result")));
  const HttpResponse rest = get({{"Mcp-Session-Id", id}, {"Last-Event-ID", "r1-2"}});
  EXPECT_THAT(read_all(rest), HasSubstr("\"id\":3,\"result\""));
  EXPECT_EQ(get({{"Mcp-Session-Id", id}, {"Last-Event-ID", "x-1"}}).status, 404U);
}

TEST_F(McpOverHttp, ASessionHasOneStandingStream) {
  const std::string id = initialize();
  post(to_text(request(2, "resources/subscribe", {{"uri", "grove://status"}})), {{"Mcp-Session-Id", id}});
  const HttpResponse stream = get({{"Mcp-Session-Id", id}});
  EXPECT_EQ(get({{"Mcp-Session-Id", id}}).status, 409U);
  announcements_.announce({Announcement::Kind::kResourceUpdated, "grove://status"});
  announcements_.announce({Announcement::Kind::kResourceUpdated, "grove://repositories"});
  endpoint_.remove({.method = "DELETE", .target = "/mcp", .headers = {{"Mcp-Session-Id", id}}});
  const std::string events = read_all(stream);
  EXPECT_THAT(events, HasSubstr(R"("method":"notifications/resources/updated","params":{"uri":"grove://status"})"));
  EXPECT_THAT(events, ::testing::Not(HasSubstr("grove://repositories")));
}

TEST_F(McpOverHttp, ASubscriptionTellsWhatWasAskedForAndSaysGoodbye) {
  const HttpResponse stream =
      post_stateless("subscriptions/listen", {{"notifications", {{"toolsListChanged", true}, {"resourcesListChanged", true}}}});
  announcements_.announce({Announcement::Kind::kPromptsChanged});
  announcements_.announce({Announcement::Kind::kToolsChanged});
  endpoint_.stop();
  const std::string events = read_all(stream);
  EXPECT_THAT(events, ::testing::StartsWith("event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/subscriptions/"
                                            "acknowledged\",\"params\":{\"notifications\":{\"toolsListChanged\":true},\"_meta\":{"
                                            "\"io.modelcontextprotocol/subscriptionId\":7}}}"));
  EXPECT_THAT(events, HasSubstr("notifications/tools/list_changed"));
  EXPECT_THAT(events, ::testing::Not(HasSubstr("prompts/list_changed")));
  EXPECT_THAT(events, HasSubstr("\"id\":7,\"result\":{\"resultType\":\"complete\""));
}

TEST_F(McpOverHttp, AStatelessClientThatLeavesCancelsItsCall) {
  engine_.indexing_waits = true;
  HttpResponse response = post_stateless("tools/call", {{"name", "sync_repository"}, {"arguments", {{"repo_id", "shop"}}}});
  ASSERT_TRUE(response.stream);
  while (jobs_.list().empty() || jobs_.list().front().state != engine::JobState::kRunning)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  response.stream.reset();
  for (int i = 0; i < 2000 && !engine::has_ended(jobs_.list().front().state); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(jobs_.list().front().state, engine::JobState::kCancelled);
}

TEST_F(McpOverHttp, OldClientsHaveAStreamAndAnAddressForTheirMessages) {
  HttpResponse stream = endpoint_.open_events("");
  std::string events = stream.stream->next().text;
  ASSERT_THAT(events, ::testing::StartsWith("event: endpoint\ndata: /messages?sessionId="));
  const std::string id = events.substr(events.find('=') + 1, 32);
  const HttpRequest message{.method = "POST", .target = "/messages", .body = to_text(request(1, "ping"))};
  EXPECT_EQ(endpoint_.post_message(id, message).status, 202U);
  EXPECT_THAT(stream.stream->next().text, HasSubstr(R"(data: {"jsonrpc":"2.0","id":1,"result":{}})"));
  EXPECT_EQ(endpoint_.post_message("nope", message).status, 404U);
  stream.stream.reset();
  EXPECT_EQ(endpoint_.post_message(id, message).status, 404U);
}

TEST_F(McpOverHttp, ARequestThatIsRefusedLeavesNoOpenStream) {
  const std::string id = initialize();
  workers_.quick.close();
  workers_.slow.close();
  const Json params = {{"name", "test_tool_with_progress"}, {"_meta", {{"progressToken", 5}}}};
  EXPECT_EQ(post(to_text(request(3, "tools/call", params)), {{"Mcp-Session-Id", id}}).status, 503U);
  EXPECT_THAT(read_all(get({{"Mcp-Session-Id", id}, {"Last-Event-ID", "r1-0"}})), ::testing::Not(HasSubstr("(no end)")));
}

TEST_F(McpOverHttp, WhatASessionKeepsIsBounded) {
  const Headers session = {{"Mcp-Session-Id", initialize("2025-03-26")}};
  const auto subscribe = [&](const std::string& uri) { return post(to_text(request(1, "resources/subscribe", {{"uri", uri}})), session); };
  for (int i = 0; i < 1000; ++i) ASSERT_THAT(subscribe("grove://outline/r/" + std::to_string(i)).body, HasSubstr("\"result\":{}"));
  EXPECT_EQ(code_of(subscribe("grove://outline/r/one-more")), -32000);
  EXPECT_THAT(subscribe("grove://outline/r/7").body, HasSubstr("\"result\":{}")) << "which it has already";
  EXPECT_EQ(code_of(subscribe("grove://outline/r/" + std::string(10'000, 'x'))), -32002);

  std::string batch;
  for (int i = 0; i < 101; ++i) batch += (i == 0 ? "[" : ",") + to_text(request(i, "ping"));
  EXPECT_THAT(post(batch + "]", session).body, HasSubstr("at most 100"));

  HttpSession streams("id", *server_.profile(""), announcements_);
  for (int i = 0; i < 10; ++i) {
    const auto stream = streams.open_stream();
    stream->send(std::string(200'000, 'x'));
    stream->finish();
  }
  EXPECT_FALSE(streams.place_of("r1-0"));
  EXPECT_TRUE(streams.place_of("r9-0"));
}

TEST(EventLogs, OfManyWhoWantToReadAloneOneDoes) {
  for (int round = 0; round < 50; ++round) {
    const auto log = EventLog::make("r", EventLog::Ids::kNumbered);
    std::vector<std::shared_ptr<BodyStream>> streams(4);
    std::vector<std::thread> readers;
    for (auto& stream : streams) readers.emplace_back([&] { stream = log->read_alone(EventLog::Opening::kPlain); });
    for (std::thread& reader : readers) reader.join();
    EXPECT_EQ(std::ranges::count_if(streams, [](const auto& stream) { return stream != nullptr; }), 1);
    streams.clear();
    EXPECT_NE(log->read_alone(EventLog::Opening::kPlain), nullptr) << "it may be read again once its reader has left";
  }
}

TEST(EventLogs, AStreamThatWasBrokenOffBeforeItWasReadEndsThereToo) {
  const auto log = EventLog::make("r", EventLog::Ids::kNumbered);
  log->prime();
  log->interrupt(std::chrono::milliseconds(500));
  log->send({{"late", true}});
  log->finish();
  const auto first = log->read_after(0)->next();
  EXPECT_TRUE(first.last);
  EXPECT_THAT(first.text, HasSubstr("retry: 500"));
  EXPECT_THAT(first.text, ::testing::Not(HasSubstr("late")));
  const auto rest = log->read_after(2)->next();
  EXPECT_TRUE(rest.last);
  EXPECT_THAT(rest.text, HasSubstr("late"));
}

TEST_F(McpOverHttp, AStreamThatNobodyReadsEnds) {
  const auto log = EventLog::make("", EventLog::Ids::kNone);
  const auto reader = log->read_after(0);
  for (int i = 0; i < 15; ++i) log->send(std::string(1U << 20U, 'x'));
  EXPECT_FALSE(log->is_finished());
  for (int i = 0; i < 5; ++i) log->send(std::string(1U << 20U, 'x'));
  EXPECT_TRUE(log->is_finished());
  EXPECT_EQ(log->bytes(), 0U);
  EXPECT_TRUE(reader->next().last);
  const auto large = EventLog::make("", EventLog::Ids::kNone);
  large->send(std::string(20U << 20U, 'x'));
  EXPECT_FALSE(large->is_finished()) << "one answer may be as large as it likes";
}

TEST_F(McpOverHttp, AStreamThatBeginsAfterTheEndEnds) {
  endpoint_.stop();
  const HttpResponse stream = post_stateless("subscriptions/listen", {{"notifications", {{"toolsListChanged", true}}}});
  EXPECT_THAT(read_all(stream), ::testing::Not(HasSubstr("(no end)")));
}

TEST_F(McpOverHttp, AClientMayLeaveWhileTheServerStops) {
  for (int round = 0; round < 50; ++round) {
    Endpoint endpoint(server_, workers_, log_, std::chrono::seconds(5));
    HttpResponse stream = endpoint.open_events("");
    std::thread leaving([&] { stream.stream.reset(); });
    endpoint.stop();
    leaving.join();
  }
}

TEST_F(McpOverHttp, ANotificationIsAcceptedWhateverItSays) {
  const std::string id = initialize();
  const char* notifications[] = {R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
                                 R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}})",
                                 R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}})",
                                 R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"unknown","progress":1}})",
                                 R"({"jsonrpc":"2.0","method":"notifications/never_heard_of","params":{"x":[1]}})"};
  for (const char* notification : notifications) {
    const HttpResponse response = post(notification, {{"Mcp-Session-Id", id}});
    EXPECT_EQ(response.status, 202U) << notification;
    EXPECT_EQ(response.body, "") << "some clients read a body as an answer";
    EXPECT_EQ(response.content_type, "");
  }
}

TEST_F(McpOverHttp, EveryAnswerIsOneLineThatSaysWhatItIs) {
  const std::string id = initialize();
  for (const char* method : {"ping", "tools/list", "resources/list", "resources/templates/list", "prompts/list", "nope"}) {
    const HttpResponse response = post(to_text(request("as text", method)), {{"Mcp-Session-Id", id}});
    EXPECT_EQ(response.status, 200U) << method;
    EXPECT_EQ(response.content_type, "application/json") << method;
    EXPECT_EQ(response.body.find('\n'), std::string::npos) << method;
    EXPECT_EQ(response.body.front(), '{') << method << ": neither a byte order mark nor a batch";
    EXPECT_EQ(Json::parse(response.body)["id"], "as text") << method;
    EXPECT_NE(Json::parse(response.body).contains("result"), Json::parse(response.body).contains("error")) << method;
  }
}

TEST_F(McpOverHttp, AFailedToolHasTextAndNothingThatASchemaCouldRefuse) {
  engine_.failure = Error{ErrorCode::kNotFound, "there is nothing", "look elsewhere"};
  const std::string id = initialize();
  for (const char* tool : {"search_codebases", "get_symbol_definition", "list_repositories"}) {
    const Json params = {{"name", tool}, {"arguments", {{"query", "x"}, {"symbol_name", "x"}}}};
    const Json answer = Json::parse(post(to_text(request(3, "tools/call", params)), {{"Mcp-Session-Id", id}}, "repos").body);
    ASSERT_TRUE(answer.contains("result")) << tool << answer;
    EXPECT_EQ(answer["result"]["isError"], true) << tool;
    EXPECT_FALSE(answer["result"].contains("structuredContent")) << tool;
    for (const Json& item : answer["result"]["content"]) EXPECT_EQ(item["type"], "text") << tool;
  }
}

TEST_F(McpOverHttp, OnlySessionsHaveStreamsAndEnds) {
  EXPECT_EQ(get({}).status, 405U);
  EXPECT_EQ(get({{"MCP-Protocol-Version", "2026-07-28"}}).status, 405U);
  EXPECT_EQ(endpoint_.remove({.method = "DELETE", .target = "/mcp"}).status, 405U);
}

}  // namespace
}  // namespace grove::serve::mcp
