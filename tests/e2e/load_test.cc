#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <thread>

#include "serve/testing/load.h"
#include "serve/testing/raw_client.h"
#include "tests/e2e/program.h"

// `grove serve` with many clients at once. How fast it is with them, `bench_load` says.
namespace grove::e2e {
namespace {

using nlohmann::json;
using serve::http_request;
using serve::LoadRequest;
using serve::RawClient;

class ServingMany : public ::testing::Test {
 protected:
  void SetUp() override {
    world_.write("shop/auth/service.py", kService);
    ASSERT_EQ(world_.run({"index", "shop"}).exit_code, 0);
  }
  /// As from a shell whose soft limit of open files is as low as it often is.
  void start(const std::string& limit = "1024") {
    server_.emplace(world_.start_program({"sh", "-c", "ulimit -Sn " + limit + "; exec \"$0\" --json serve --port 0", World::program()}));
    json where = json::parse(server_->read_line(), nullptr, false);
    ASSERT_TRUE(where.is_object()) << server_->wait().error_output;
    const std::string url = where["url"];
    port_ = static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
  }
  std::size_t open_descriptors() const {
    const std::filesystem::directory_iterator all("/proc/" + std::to_string(server_->pid()) + "/fd");
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
  }
  static LoadRequest get(const std::string& target, unsigned status = 200) {
    return {.name = target, .bytes = http_request("GET", target), .status = status};
  }
  static LoadRequest tool(const std::string& name, const json& arguments) {
    const json meta = {{"io.modelcontextprotocol/protocolVersion", "2026-07-28"},
                       {"io.modelcontextprotocol/clientInfo", {{"name", "test"}, {"version", "1"}}},
                       {"io.modelcontextprotocol/clientCapabilities", json::object()}};
    const json message = {
        {"jsonrpc", "2.0"}, {"id", 1}, {"method", "tools/call"}, {"params", {{"name", name}, {"arguments", arguments}, {"_meta", meta}}}};
    return {.name = name,
            .bytes = http_request(
                "POST", "/mcp/repos", message.dump(),
                "Accept: application/json\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: " + name + "\r\n")};
  }

  World world_;
  std::optional<World::Running> server_;
  std::uint16_t port_ = 0;
};

TEST_F(ServingMany, AThousandIdleAndManyBusyConnectionsAreAllAnsweredAndLeaveNothingBehind) {
  start();
  const std::size_t before = open_descriptors();
  serve::LoadPlan plan{.port = port_, .mix = {get("/health"), get("/nothing", 404)}, .requests = 3000, .busy = 64, .idle = 1000};
  for (const char* target :
       {"/ready", "/metrics", "/openapi.json", "/api/v1/repos", "/api/v1/repos/shop", "/api/v1/stats", "/api/v1/jobs",
        "/api/v1/models/status", "/api/v1/symbols/verify_token", "/api/v1/symbols/verify_token/references",
        "/api/v1/symbols/verify_token/callers", "/api/v1/symbols/verify_token/callees", "/api/v1/files?path=auth/service.py"})
    plan.mix.push_back(get(target));
  plan.mix.push_back(tool("search_codebases", {{"query", "verify a token"}}));
  plan.mix.push_back(tool("get_call_hierarchy", {{"symbol_name", "verify_token"}}));
  const serve::LoadReport report = put_load(plan);
  EXPECT_THAT(report.what_was_wrong, ::testing::IsEmpty());
  EXPECT_EQ(report.answered, plan.requests + 2 * plan.idle);
  EXPECT_EQ(report.milliseconds.size(), plan.mix.size());
  // Connections that clients closed are closed here too; indexes that were opened stay open.
  for (int i = 0; i < 1000 && open_descriptors() > before + 50; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_LE(open_descriptors(), before + 50);
}

TEST_F(ServingMany, NoMoreConnectionsAreHeldThanWereAllowed) {
  world_.set("GROVE_MAX_CONNECTIONS", "20");
  start();
  const std::size_t before = open_descriptors();
  std::vector<std::unique_ptr<RawClient>> clients;
  std::map<unsigned, int> answers;  // 0: closed without one
  std::size_t most = 0;
  for (int i = 0; i < 200; ++i) {
    clients.push_back(std::make_unique<RawClient>(port_));
    clients.back()->send(http_request("GET", "/health"));
    const auto answer = clients.back()->receive();
    ++answers[answer ? answer->status : 0];
    most = std::max(most, open_descriptors());
  }
  EXPECT_EQ(answers[200], 20);
  EXPECT_GE(answers[503], 64);
  EXPECT_EQ(answers[200] + answers[503] + answers[0], 200);
  EXPECT_LE(most, before + 20 + 64 + 10);
  // Those that were refused linger for a moment only.
  for (int i = 0; i < 1000 && open_descriptors() > before + 30; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_LE(open_descriptors(), before + 30);
  clients.clear();
  for (int i = 0; i < 1000; ++i) {
    RawClient again(port_);
    again.send(http_request("GET", "/health"));
    if (const auto answer = again.receive(); answer && answer->status == 200) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  ADD_FAILURE() << "places that became free are not given away again";
}

}  // namespace
}  // namespace grove::e2e
