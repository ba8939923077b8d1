#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "serve/testing/echo_server.h"
#include "serve/testing/raw_client.h"
#include "tests/e2e/program.h"

// `grove serve` as clients meet it: over sockets, beside other processes.
namespace grove::e2e {
namespace {

using nlohmann::json;
using serve::http_request;
using serve::RawAnswer;
using serve::RawClient;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Serving : public ::testing::Test {
 protected:
  void SetUp() override {
    world_.write("shop/auth/service.py", kService);
    ASSERT_EQ(world_.run({"index", "shop"}).exit_code, 0);
  }
  void start(std::vector<std::string> options = {}) {
    options.insert(options.begin(), {"--json", "serve", "--port", "0"});
    server_.emplace(world_.start(options));
    json where = json::parse(server_->read_line(), nullptr, false);
    ASSERT_TRUE(where.is_object()) << server_->wait().error_output;
    const std::string url = where["url"];
    port_ = static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
  }
  RawAnswer call(std::string_view method, std::string_view target, std::string_view body = "", std::string_view headers = "") {
    RawClient client(port_);
    client.send(http_request(method, target, body, headers));
    return client.receive().value_or(RawAnswer{});
  }
  /// What a job that a request began has come to.
  json ended_job(const RawAnswer& accepted) {
    EXPECT_EQ(accepted.status, 202U) << accepted.body;
    const std::string address = accepted.header("Location");
    EXPECT_THAT(call("GET", address + "/events").head, HasSubstr("text/event-stream"));
    while (true) {
      json job = json::parse(call("GET", address).body);
      if (job["state"] != "queued" && job["state"] != "running") return job;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
  json search(const std::string& body) { return json::parse(call("POST", "/api/v1/search", body).body); }

  World world_;
  std::optional<World::Running> server_;
  std::uint16_t port_ = 0;
};

TEST_F(Serving, SearchesDoNotWaitBehindQueriesOfTheGraph) {
  std::string many;
  for (int i = 0; i < 3'000; ++i) many += "<http://e/" + std::to_string(i) + "> <http://e/p> " + std::to_string(i) + " .\n";
  ASSERT_EQ(world_.run({"kb", "load-ttl", "--file", world_.write("many.ttl", many)}).exit_code, 0);
  start();
  std::vector<std::unique_ptr<RawClient>> asking;
  for (int i = 0; i < 8; ++i) {
    asking.push_back(std::make_unique<RawClient>(port_));
    const std::string slow = "SELECT (COUNT(*) AS ?n) { ?a ?p ?x . ?b ?q ?y . ?c ?r ?z FILTER(?x + ?y + ?z < 0) }";
    asking.back()->send(http_request("POST", "/sparql", slow, "Content-Type: application/sparql-query\r\n"));
  }
  EXPECT_EQ(call("GET", "/api/v1/repos").status, 200U) << "while they go on";
  EXPECT_FALSE(search(R"({"query": "service"})").is_discarded());
}

TEST_F(Serving, AnswersSearchesTheWayEvaluationAsks) {
  start();
  EXPECT_EQ(call("GET", "/health").status, 200U);
  EXPECT_EQ(call("GET", "/ready").status, 200U);
  for (const char* mode : {"hybrid", "keyword", "semantic"}) {
    json answer = search(std::string(R"({"query":"verify a session token","repos":["shop"],"limit":30,"mode":")") + mode + "\"}");
    ASSERT_TRUE(answer.contains("results")) << answer;
    EXPECT_EQ(answer["results"][0]["path"], "auth/service.py");
    EXPECT_TRUE(answer["took_ms"].is_number());
  }
}

TEST_F(Serving, WhatAnotherProcessIndexesIsFoundAtOnce) {
  start();
  EXPECT_TRUE(search(R"({"query":"brand_new_thing","mode":"keyword"})")["results"].empty());
  world_.write("shop/new.py", "def brand_new_thing():\n    return 1\n");
  ASSERT_EQ(world_.run({"index", "shop"}).exit_code, 0);
  EXPECT_EQ(search(R"({"query":"brand_new_thing","mode":"keyword"})")["results"][0]["path"], "new.py");
  world_.write("other/x.py", "def in_another_repository():\n    return 1\n");
  ASSERT_EQ(world_.run({"index", "other"}).exit_code, 0);
  EXPECT_EQ(search(R"({"query":"in_another_repository","mode":"keyword"})")["results"][0]["repo"], "other");
}

TEST_F(Serving, RepositoriesAreRegisteredSyncedAndRemovedOverHttp) {
  start();
  world_.write("other/x.py", "def far_away():\n    return 1\n");
  const RawAnswer added = call("POST", "/api/v1/repos", json({{"path", world_.path("other")}, {"name", "far"}}).dump());
  EXPECT_EQ(ended_job(added)["state"], "done");
  EXPECT_EQ(json::parse(call("GET", "/api/v1/repos/far").body)["state"], "ready");
  EXPECT_EQ(search(R"({"query":"far_away","repos":["far"]})")["results"][0]["repo"], "far");

  world_.write("other/y.py", "def farther_away():\n    return 1\n");
  EXPECT_EQ(ended_job(call("POST", "/api/v1/repos/far/sync"))["report"]["added"], 1);
  EXPECT_EQ(ended_job(call("PUT", "/api/v1/repos/far", R"({"name":"near"})"))["repo"], "near");
  EXPECT_EQ(call("GET", "/api/v1/repos/far").status, 404U);
  EXPECT_EQ(call("DELETE", "/api/v1/repos/near").status, 200U);
  EXPECT_EQ(json::parse(call("GET", "/api/v1/repos").body)["repositories"].size(), 1U);
  EXPECT_EQ(call("POST", "/api/v1/repos", R"({"path":"relative/path"})").status, 400U);
  EXPECT_EQ(call("POST", "/api/v1/repos", R"({"path":"/does/not/exist"})").status, 404U);
}

TEST_F(Serving, ARemoteIsClonedByItsJobAndForgottenWhereThatFails) {
  world_.write("remote/far.py", "def far_away():\n    return 1\n");
  ASSERT_EQ(world_.run_program({"git", "init", "-q", "remote"}).exit_code, 0);
  ASSERT_EQ(world_.run_program({"git", "-C", "remote", "add", "."}).exit_code, 0);
  ASSERT_EQ(world_.run_program({"git", "-C", "remote", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x"}).exit_code, 0);
  start();
  json added = ended_job(call("POST", "/api/v1/repos", json({{"url", "file://" + world_.path("remote")}}).dump()));
  ASSERT_EQ(added["state"], "done") << added;
  EXPECT_EQ(search(R"({"query":"far_away","repos":["remote"]})")["results"][0]["path"], "far.py");
  EXPECT_EQ(json::parse(call("GET", "/api/v1/repos/remote").body)["commit"].get<std::string>().size(), 40U);

  std::filesystem::rename(world_.path("remote"), world_.path("moved"));
  json synced = ended_job(call("POST", "/api/v1/repos/remote/sync"));
  EXPECT_EQ(synced["state"], "failed");
  EXPECT_EQ(call("GET", "/api/v1/repos/remote").status, 200U) << "what was indexed stays";
  json failed = ended_job(call("POST", "/api/v1/repos", json({{"url", "file://" + world_.path("nothing")}, {"name", "no"}}).dump()));
  EXPECT_EQ(failed["state"], "failed");
  EXPECT_EQ(failed["error"]["code"], "not_found");
  EXPECT_EQ(call("GET", "/api/v1/repos/no").status, 404U);
}

TEST_F(Serving, WhatIsWrongWithARemoteIsToldAtOnceAndNothingIsRegistered) {
  start();
  const auto add = [&](json body) { return call("POST", "/api/v1/repos", body.dump()).status; };
  const std::string url = "https://example.invalid/x";
  for (const char* bad : {"ssh://-oProxyCommand=id/x", "git@-oProxyCommand=id:x", "gopher://example.invalid/x",
                          "HTTPS://s3cret@example.invalid/x", "https://example.invalid/x?token=s3cret"}) {
    EXPECT_EQ(add({{"url", bad}, {"index", false}}), 400U) << bad;
  }
  EXPECT_EQ(add({{"url", url}, {"branch", "--upload-pack=x"}}), 400U);
  for (const char* out : {"..", "../..", "a/../../b", "/etc"}) EXPECT_EQ(add({{"url", url}, {"subpath", out}}), 400U) << out;
  EXPECT_EQ(add({{"path", world_.path("shop") + std::string("\0x", 2)}}), 400U);
  EXPECT_EQ(json::parse(call("GET", "/api/v1/repos").body)["repositories"].size(), 1U);

  EXPECT_EQ(add({{"url", url}, {"name", "far"}, {"index", false}}), 201U);
  for (const char* bad : {R"({"url":"https://s3cret@example.invalid/x"})", R"({"url":"/etc"})", R"({"branch":"-x"})"})
    EXPECT_EQ(call("PUT", "/api/v1/repos/far", bad).status, 400U) << bad;
  EXPECT_EQ(json::parse(call("GET", "/api/v1/repos/far").body)["url"], url);
}

TEST_F(Serving, AScopeThatNamesNothingIsAnError) {
  start();
  EXPECT_EQ(call("POST", "/api/v1/search", R"({"query":"x","repos":["shp"]})").status, 404U);
  EXPECT_EQ(call("POST", "/api/v1/search", R"({"query":"x","groups":["core"]})").status, 404U);
  EXPECT_EQ(call("POST", "/api/v1/search", R"({"query":"x","repos":"shop"})").status, 200U);
  EXPECT_EQ(call("POST", "/api/v1/search", R"({"query":"   "})").status, 400U);
}

TEST_F(Serving, PagesOfOthersAndForeignNamesAreRefused) {
  start();
  EXPECT_EQ(call("GET", "/api/v1/repos", "", "Origin: https://evil.example\r\n").status, 403U);
  RawClient rebound(port_);
  rebound.send("GET /api/v1/repos HTTP/1.1\r\nHost: evil.example\r\n\r\n");
  EXPECT_EQ(rebound.receive()->status, 421U);
}

TEST_F(Serving, ATokenIsAskedForWhereOneIsSet) {
  world_.set("GROVE_TOKEN", "swordfish");
  start();
  EXPECT_EQ(call("GET", "/ready").status, 200U);
  EXPECT_EQ(call("GET", "/api/v1/repos").status, 401U);
  EXPECT_EQ(call("GET", "/api/v1/repos", "", "Authorization: Bearer swordfis\r\n").status, 401U);
  EXPECT_EQ(call("GET", "/api/v1/repos", "", "Authorization: Bearer swordfish\r\n").status, 200U);
  server_->signal(SIGTERM);
  EXPECT_THAT(server_->wait().error_output, Not(HasSubstr("swordfish")));
}

TEST_F(Serving, OtherAddressesNeedAToken) {
  const Outcome outcome = world_.run({"serve", "--host", "0.0.0.0", "--port", "0"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.error_output, HasSubstr("GROVE_TOKEN"));
}

TEST_F(Serving, ASignalEndsItWithExitCode0) {
  for (const int number : {SIGTERM, SIGINT}) {
    start();
    EXPECT_EQ(call("GET", "/health").status, 200U);
    server_->signal(number);
    EXPECT_EQ(server_->wait().exit_code, 0);
    EXPECT_FALSE(RawClient(port_).connected());
  }
}

TEST_F(Serving, WorkGoesOnWithoutItsClientAndAStreamTellsTheEnd) {
  for (int i = 0; i < 300; ++i) world_.write("large/f" + std::to_string(i) + ".py", kService);
  start();
  std::string address;
  {
    RawClient client(port_);
    client.send(http_request("POST", "/api/v1/repos", json({{"path", world_.path("large")}}).dump()));
    address = client.receive()->header("Location");
  }
  RawClient events(port_);
  events.send(http_request("GET", address + "/events"));
  EXPECT_THAT(events.receive_until("event: end"), HasSubstr("event: progress"));
  EXPECT_THAT(events.receive_until("0\r\n\r\n"), HasSubstr(R"("state":"done")"));
}

TEST_F(Serving, EndingTheServerCancelsItsJobsAndKeepsWhatTheyDid) {
  for (int i = 0; i < 2000; ++i) world_.write("large/f" + std::to_string(i) + ".py", kService);
  start();
  const std::string address = call("POST", "/api/v1/repos", json({{"path", world_.path("large")}}).dump()).header("Location");
  RawClient events(port_);
  events.send(http_request("GET", address + "/events"));
  events.receive_until("event: progress");
  server_->signal(SIGTERM);
  events.receive_until("event: end");
  EXPECT_EQ(server_->wait().exit_code, 0);
  EXPECT_EQ(world_.run({"--json", "sync", "large"}).json()["repositories"][0]["files"], 2000);
}

TEST_F(Serving, AServerThatWasKilledInTheMiddleIsFollowedByOneThatGoesOn) {
  for (int i = 0; i < 1000; ++i) world_.write("large/f" + std::to_string(i) + ".py", kService);
  start();
  const std::string address = call("POST", "/api/v1/repos", json({{"path", world_.path("large")}}).dump()).header("Location");
  RawClient events(port_);
  events.send(http_request("GET", address + "/events"));
  events.receive_until("event: progress");
  server_->signal(SIGKILL);
  EXPECT_EQ(server_->wait().exit_code, 128 + SIGKILL);
  // What it left, its address included, misleads nobody.
  EXPECT_EQ(world_.run({"--json", "search", "verify token"}).exit_code, 0);
  EXPECT_EQ(world_.run({"--json", "sync", "shop"}).exit_code, 0);
  start();
  EXPECT_EQ(call("GET", address).status, 404U) << "jobs end with their server";
  EXPECT_EQ(ended_job(call("POST", "/api/v1/repos/large/sync"))["report"]["files"], 1000);
}

TEST_F(Serving, ClientsThatAreKilledTakeNothingWithThem) {
  start();
  for (int i = 0; i < 30; ++i) {
    RawClient stream(port_);
    stream.send(http_request("GET", i % 2 == 0 ? "/sse" : "/metrics"));
    if (i % 3 == 0) stream.receive_until("\r\n\r\n");
    stream.reset();
  }
  EXPECT_EQ(call("GET", "/health").status, 200U);
  EXPECT_EQ(search(R"({"query":"verify token"})")["results"][0]["path"], "auth/service.py");
  server_->signal(SIGTERM);
  EXPECT_EQ(server_->wait().exit_code, 0) << "and holds up no end";
}

TEST_F(Serving, APortThatIsTakenIsExitCode1) {
  start();
  const Outcome outcome = world_.run({"serve", "--port", std::to_string(port_)});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.error_output, HasSubstr("another `grove serve` listens there, for this data directory"));
  EXPECT_THAT(outcome.error_output, HasSubstr("it answers at http://127.0.0.1:" + std::to_string(port_)));
  EXPECT_THAT(outcome.error_output, HasSubstr("--port"));
  const Outcome elsewhere = world_.run({"--data-dir", world_.path("other"), "serve", "--port", std::to_string(port_)});
  EXPECT_EQ(elsewhere.exit_code, 1);
  EXPECT_THAT(elsewhere.error_output, HasSubstr("another `grove serve` listens there, for another data directory"));
}

TEST_F(Serving, APortThatAnotherProgramHasIsToldAsSuch) {
  serve::EchoServer other;
  other.start();
  const Outcome outcome = world_.run({"serve", "--port", std::to_string(other.server_->port())});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.error_output, AllOf(HasSubstr("cannot listen on 127.0.0.1"), Not(HasSubstr("another `grove serve`"))));
}

TEST_F(Serving, TheAccessLogIsOnStderrAndStdoutSaysWhereItListens) {
  start();
  call("POST", "/api/v1/search", R"({"query":"a very private question"})");
  server_->signal(SIGTERM);
  const Outcome outcome = server_->wait();
  EXPECT_EQ(outcome.output, "");
  EXPECT_THAT(outcome.error_output, HasSubstr("method=POST path=/api/v1/search status=200"));
  EXPECT_THAT(outcome.error_output, Not(HasSubstr("private")));
}

TEST_F(Serving, ADamagedRepositoryFailsAloneAndReadinessNamesIt) {
  world_.write("other/x.py", "def far_away():\n    return 1\n");
  ASSERT_EQ(world_.run({"index", "other"}).exit_code, 0);
  const std::string id = world_.run({"--json", "show", "other"}).json()["id"];
  for (const auto& entry : std::filesystem::directory_iterator(world_.data() + "/repos/" + id + "/index")) {
    std::filesystem::resize_file(entry, std::filesystem::file_size(entry) / 2);
  }
  start();
  const RawAnswer ready = call("GET", "/ready");
  EXPECT_EQ(ready.status, 503U);
  EXPECT_EQ(json::parse(ready.body)["waiting"], json({"other"}));
  json answer = search(R"({"query":"token"})");
  EXPECT_EQ(answer["scope"]["repos"], json({"shop"}));
  EXPECT_EQ(answer["scope"]["not_indexed"], json({"other"}));
  EXPECT_THAT(answer["warnings"][0].get<std::string>(), ::testing::HasSubstr("other was not searched"));
  EXPECT_NE(call("POST", "/api/v1/search", R"({"query":"x","repos":["other"]})").status, 200U);
  EXPECT_EQ(ended_job(call("POST", "/api/v1/repos/other/sync"))["state"], "done");
  EXPECT_EQ(call("GET", "/ready").status, 200U);
}

TEST_F(Serving, TheCommandLineUnloadsTheServersModel) {
  start();
  world_.set("GROVE_PORT", std::to_string(port_));
  EXPECT_EQ(world_.run({"--json", "models", "unload"}).json()["status"], "unloaded");
  server_->signal(SIGTERM);
  server_->wait();
  EXPECT_EQ(world_.run({"--json", "models", "unload"}).json()["status"], "not_loaded");
}

TEST_F(Serving, ManyClientsAtOnceAreAllAnswered) {
  start();
  std::vector<std::thread> clients;
  std::atomic<int> right = 0;
  for (int i = 0; i < 16; ++i) {
    clients.emplace_back([&] {
      RawClient client(port_);
      for (int n = 0; n < 20; ++n) {
        client.send(http_request("POST", "/api/v1/search", R"({"query":"verify token"})"));
        const auto answer = client.receive();
        if (answer && answer->status == 200) ++right;
      }
    });
  }
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(right, 320);
}

}  // namespace
}  // namespace grove::e2e
