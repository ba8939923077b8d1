#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <fstream>
#include <optional>
#include <thread>

#include "serve/testing/raw_client.h"
#include "tests/e2e/program.h"

// `grove mcp` and `/mcp` as assistants meet them: over pipes and sockets, in processes that may die at any moment.
namespace grove::e2e {
namespace {

using nlohmann::json;
using serve::http_request;
using serve::RawAnswer;
using serve::RawClient;
using ::testing::HasSubstr;
using namespace std::chrono_literals;

/// An assistant that started `grove` with pipes.
class Assistant {
 public:
  Assistant(const World& world, const std::vector<std::string>& arguments) : process_(world.start_with_pipes(arguments)) {}

  void say(const json& message) { process_.write(message.dump() + "\n"); }
  json hear() { return json::parse(process_.read_line(), nullptr, false); }
  json ask(const json& message) {
    say(message);
    return hear();
  }
  json initialize() {
    return ask({{"jsonrpc", "2.0"}, {"id", 0}, {"method", "initialize"}, {"params", {{"protocolVersion", "2025-11-25"}}}});
  }
  json call(int id, const std::string& tool, const json& arguments) {
    return ask({{"jsonrpc", "2.0"}, {"id", id}, {"method", "tools/call"}, {"params", {{"name", tool}, {"arguments", arguments}}}});
  }
  World::Running& process() { return process_; }

 private:
  World::Running process_;
};

/// Processor time that a process has used, in clock ticks.
long ticks_of(int pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string word;
  long ticks = 0;
  for (int field = 1; file >> word; ++field) {
    if (field == 14 || field == 15) ticks += std::stol(word);
  }
  return ticks;
}

class McpProgram : public ::testing::Test {
 protected:
  void SetUp() override {
    ::signal(SIGPIPE, SIG_IGN);
    world_.write("shop/auth/service.py", kService);
    ASSERT_EQ(world_.run({"index", "shop"}).exit_code, 0);
  }
  World world_;
};

TEST_F(McpProgram, AnAssistantSearchesReadsAndLeaves) {
  Assistant assistant(world_, {"mcp"});
  EXPECT_EQ(assistant.initialize()["result"]["serverInfo"]["name"], "grove");
  const json found = assistant.call(1, "search_codebases", {{"query", "verify a session token"}})["result"]["structuredContent"];
  EXPECT_EQ(found["results"][0]["chunk"]["file_path"], "auth/service.py");
  const json file = assistant.call(2, "get_file", {{"path", "auth/service.py"}})["result"]["structuredContent"];
  EXPECT_EQ(file["repo_id"], "shop");
  EXPECT_GE(file["result"].size(), 3U);
  assistant.process().close_input();
  const Outcome outcome = assistant.process().wait();
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.output, "") << "nothing but the protocol";
}

TEST_F(McpProgram, AFolderIsIndexedAndFoundByOneWhoNeverTypedACommand) {
  world_.write("fresh/a.py", "def in_a_fresh_folder():\n    return 1\n");
  Assistant assistant(world_, {"mcp", "--profile", "workspace"});
  assistant.initialize();
  const json refused = assistant.call(1, "semantic_search", {{"query", "x"}, {"directory_path", world_.path("fresh")}})["result"];
  EXPECT_EQ(refused["isError"], true);
  EXPECT_THAT(refused["content"][0]["text"].get<std::string>(), HasSubstr("index_workspace"));
  const json indexed = assistant.call(2, "index_workspace", {{"directory_path", world_.path("fresh")}})["result"]["structuredContent"];
  EXPECT_EQ(indexed["status"], "ok");
  EXPECT_EQ(indexed["added"], 1);
  const json found = assistant.call(3, "semantic_search", {{"query", "fresh folder"}, {"directory_path", "fresh"}})["result"];
  EXPECT_EQ(found["structuredContent"]["results"][0]["file"], "a.py");
}

TEST_F(McpProgram, NoProcessOutlivesItsAssistantOrWaitsBusily) {
  {
    Assistant silent(world_, {"mcp"});
    silent.initialize();
    const long before = ticks_of(silent.process().pid());
    std::this_thread::sleep_for(300ms);
    EXPECT_LE(ticks_of(silent.process().pid()) - before, 3) << "an idle server costs nothing";
    silent.process().close_input();
    EXPECT_TRUE(silent.process().ends_soon()) << "the end of its input";
  }
  Assistant deaf(world_, {"mcp"});
  deaf.initialize();
  deaf.process().close_output();
  EXPECT_TRUE(deaf.process().ends_soon()) << "nobody reads its output";
}

TEST_F(McpProgram, ASignalEndsIt) {
  Assistant assistant(world_, {"mcp"});
  assistant.initialize();
  assistant.process().signal(SIGTERM);
  EXPECT_TRUE(assistant.process().ends_soon());
}

TEST_F(McpProgram, SeveralAssistantsWorkSideBySide) {
  Assistant one(world_, {"mcp"});
  Assistant two(world_, {"mcp"});
  one.initialize();
  two.initialize();
  world_.write("shop/new.py", "def brand_new_thing():\n    return 1\n");
  EXPECT_EQ(one.call(1, "sync_repository", {{"repo_id", "shop"}})["result"]["structuredContent"]["status"], "ok");
  const json found = two.call(1, "search_codebases", {{"query", "brand_new_thing"}})["result"]["structuredContent"];
  EXPECT_EQ(found["results"][0]["chunk"]["file_path"], "new.py");
}

TEST_F(McpProgram, ServeIsMcpWhereTheEnvironmentSaysSo) {
  world_.set("MCP_TRANSPORT", "stdio");
  Assistant assistant(world_, {"serve"});
  EXPECT_EQ(assistant.initialize()["result"]["serverInfo"]["name"], "grove");
}

TEST_F(McpProgram, TheConfigurationOfEveryClientIsPrintedReadyToPaste) {
  const json clients = world_.run({"--json", "doctor", "--mcp"}).json()["clients"];
  std::vector<std::string> names;
  for (const json& client : clients) {
    names.push_back(client["client"]);
    const std::string text = client["text"];
    EXPECT_THAT(text, HasSubstr(GROVE_PROGRAM)) << client;
    EXPECT_THAT(text, HasSubstr("mcp")) << client;
    if (client["client"] == "Codex") continue;
    EXPECT_TRUE(json::accept(text)) << text;
  }
  EXPECT_THAT(names, ::testing::IsSupersetOf(
                         {"Claude Code", "Claude Desktop", "Cursor", "VS Code", "Windsurf", "Codex", "Gemini CLI", "JetBrains", "Zed"}));
  EXPECT_THAT(world_.run({"doctor", "--mcp"}).output, HasSubstr("claude mcp add grove -- "));
}

/// Over sockets.
class McpServing : public McpProgram {
 protected:
  void start(const std::vector<std::string>& options = {}) {
    std::vector<std::string> words = {"--json", "serve", "--port", "0"};
    words.insert(words.end(), options.begin(), options.end());
    server_.emplace(world_.start(words));
    const json where = json::parse(server_->read_line(), nullptr, false);
    ASSERT_TRUE(where.is_object()) << server_->wait().error_output;
    EXPECT_EQ(where["mcp"], where["url"].get<std::string>() + "/mcp");
    const std::string url = where["url"];
    port_ = static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
  }
  RawAnswer call(std::string_view method, std::string_view target, std::string_view body = "", std::string_view headers = "") {
    RawClient client(port_);
    client.send(http_request(method, target, body, headers));
    return client.receive().value_or(RawAnswer{});
  }
  std::optional<World::Running> server_;
  std::uint16_t port_ = 0;
};

constexpr std::string_view kInitialize =
    R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{}}})";

TEST_F(McpServing, EveryProfileIsServedWithAndWithoutASlash) {
  start();
  for (const char* path : {"/mcp", "/mcp/", "/mcp/workspace", "/mcp/repos/"}) {
    const RawAnswer answer = call("POST", path, kInitialize);
    EXPECT_EQ(answer.status, 200U) << path;
    EXPECT_EQ(answer.header("Mcp-Session-Id").size(), 32U) << path;
  }
  EXPECT_EQ(call("POST", "/mcp/nope", kInitialize).status, 404U);
}

TEST_F(McpServing, ATokenIsAskedForButNotByProbesAndPreflights) {
  world_.set("GROVE_TOKEN", "swordfish");
  world_.set("GROVE_ALLOWED_HOSTS", "app.example");
  start();
  EXPECT_EQ(call("POST", "/mcp", kInitialize).status, 401U);
  EXPECT_EQ(call("POST", "/mcp", kInitialize, "Authorization: Bearer swordfish\r\n").status, 200U);
  const RawAnswer probe = call("GET", "/.well-known/oauth-protected-resource/mcp");
  EXPECT_EQ(probe.status, 404U);
  EXPECT_TRUE(json::accept(probe.body)) << probe.body;
  const std::string origin = "Origin: https://app.example\r\n";
  const RawAnswer preflight = call("OPTIONS", "/mcp", "", origin + "Access-Control-Request-Method: POST\r\n");
  EXPECT_EQ(preflight.status, 204U);
  EXPECT_THAT(preflight.header("Access-Control-Allow-Headers"), HasSubstr("Mcp-Session-Id"));
  const RawAnswer answer = call("POST", "/mcp", kInitialize, origin + "Authorization: Bearer swordfish\r\n");
  EXPECT_EQ(answer.header("Access-Control-Allow-Origin"), "https://app.example");
  EXPECT_THAT(answer.header("Access-Control-Expose-Headers"), HasSubstr("Mcp-Session-Id"));
  EXPECT_EQ(call("POST", "/mcp", kInitialize, "Origin: https://evil.example\r\n").status, 403U);
}

TEST_F(McpServing, HugeBrokenAndHalfClosedRequestsEndThemselvesOnly) {
  start();
  EXPECT_EQ(call("POST", "/mcp", std::string(2 << 20, ' ')).status, 413U);
  EXPECT_EQ(call("POST", "/mcp", std::string(100'000, '[')).status, 400U);
  EXPECT_EQ(call("POST", "/mcp", "").status, 400U);
  RawClient half(port_);
  half.send(http_request("POST", "/mcp", kInitialize));
  half.finish_sending();
  EXPECT_EQ(half.receive()->status, 200U);
  {
    RawClient gone(port_);
    gone.send("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n{");
    gone.reset();
  }
  EXPECT_EQ(call("POST", "/mcp", kInitialize).status, 200U);
}

TEST_F(McpServing, StreamsOfClientsThatDiedAreGivenUp) {
  start();
  for (int i = 0; i < 20; ++i) {
    RawClient client(port_);
    client.send(http_request("GET", "/sse", "", "Accept: text/event-stream\r\n"));
    EXPECT_THAT(client.receive_until("\n\n\r\n"), HasSubstr("event: endpoint"));
    client.reset();
  }
  EXPECT_EQ(call("POST", "/mcp", kInitialize).status, 200U);
  server_->signal(SIGTERM);
  EXPECT_TRUE(server_->ends_soon());
}

TEST_F(McpServing, AnOpenStreamDoesNotKeepTheServer) {
  start();
  RawClient client(port_);
  client.send(http_request("GET", "/sse", "", "Accept: text/event-stream\r\n"));
  EXPECT_THAT(client.receive_until("\n\n\r\n"), HasSubstr("event: endpoint"));
  server_->signal(SIGTERM);
  EXPECT_TRUE(server_->ends_soon());
}

}  // namespace
}  // namespace grove::e2e
