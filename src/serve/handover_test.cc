#include "serve/handover.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

#include "serve/job_answer.h"
#include "serve/json/shapes.h"
#include "serve/model_answer.h"
#include "serve/service.h"
#include "serve/testing/fake_engine.h"

namespace grove::serve {
namespace {

const Error kRefusal{ErrorCode::kLocked, "process 7 is indexing shop", "Wait."};

class KeepsProgress final : public ProgressSink {
 public:
  void report(const Progress& progress) override { stages.emplace_back(progress.stage); }
  std::vector<std::string> stages;
};

/// A server before an engine that only pretends, and a process that was refused.
class HandoverTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = (std::filesystem::temp_directory_path() / ("grove_handover_" + std::to_string(::getpid()))).string();
    std::filesystem::create_directories(folder_);
    SettingSources sources;
    sources.flags = {{Setting::kPort, "0"}, {Setting::kDataDirectory, folder_}};
    settings_ = std::make_unique<Settings>(Settings::load(sources).value());
  }
  void TearDown() override {
    stop();
    std::filesystem::remove_all(folder_);
  }
  void start() {
    service_ = Service::listen(engine_, *settings_, log_, {}).value();
    thread_ = std::thread([this] { service_->run(); });
    for (int i = 0; i < 2000 && !std::filesystem::exists(folder_ + "/server.json"); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  void stop() {
    if (!thread_.joinable()) return;
    service_->stop();
    thread_.join();
  }
  Result<ingest::IngestReport> index(const engine::IndexRequest& request = {.repository = "r1"}) {
    return Handover(folder_, "").index(request, progress_, cancel_, kRefusal);
  }

  std::string folder_;
  std::unique_ptr<Settings> settings_;
  FakeEngine engine_;
  NullLog log_;
  std::unique_ptr<Service> service_;
  std::thread thread_;
  KeepsProgress progress_;
  CancelToken cancel_;
};

TEST_F(HandoverTest, AServerDoesWhatThisProcessMayNot) {
  start();
  const auto report = index({.repository = "r1", .depth = engine::IndexRequest::Depth::kForce});
  ASSERT_TRUE(report.has_value()) << describe(report.error());
  EXPECT_EQ(report->added, 3U);
  ASSERT_EQ(report->skipped.size(), 1U);
  EXPECT_EQ(report->skipped[0].reason, "binary");
  EXPECT_EQ(engine_.indexed.depth, engine::IndexRequest::Depth::kForce);
}

TEST_F(HandoverTest, AServerOnAnAddressOfIpv6IsReachedToo) {
  SettingSources sources;
  sources.flags = {{Setting::kPort, "0"}, {Setting::kHost, "::1"}, {Setting::kDataDirectory, folder_}};
  settings_ = std::make_unique<Settings>(Settings::load(sources).value());
  if (!Service::listen(engine_, *settings_, log_, {})) GTEST_SKIP() << "this machine has no IPv6";
  start();
  const auto report = index();
  EXPECT_TRUE(report.has_value()) << describe(report.error());
}

TEST_F(HandoverTest, WithoutAServerTheRefusalStands) {
  EXPECT_EQ(index().error().message, kRefusal.message);
  start();
  stop();
  EXPECT_FALSE(std::filesystem::exists(folder_ + "/server.json"));
  const auto left_behind = note_server(folder_, "http://127.0.0.1:1");
  EXPECT_EQ(index().error().message, kRefusal.message) << "nobody listens there any more";
}

TEST_F(HandoverTest, WhereTheServerIsRefusedTooTheRefusalStands) {
  engine_.index_failure = Error{ErrorCode::kLocked, "process 8", ""};
  start();
  EXPECT_EQ(index().error().message, kRefusal.message);
  engine_.index_failure = Error{ErrorCode::kIo, "the disk is full", ""};
  EXPECT_NE(index().error().message.find("the disk is full"), std::string::npos);
}

TEST_F(HandoverTest, AFailureThereHasTheCodeThatItWouldHaveHere) {
  start();
  for (const ErrorCode code : {ErrorCode::kInvalidArgument, ErrorCode::kNotFound, ErrorCode::kIo, ErrorCode::kResourceLimit}) {
    engine_.index_failure = Error{code, "no good", "Do else."};
    const Error error = index().error();
    EXPECT_EQ(error.code, code);
    EXPECT_EQ(error.hint, "Do else.");
  }
}

TEST(JobAnswers, MayBeOfAnyShape) {
  EXPECT_FALSE(read_job_answer(""));
  EXPECT_FALSE(read_job_answer("[]"));
  EXPECT_FALSE(read_job_answer(std::string(1'000'000, '[')));
  for (const char* other :
       {"7", "[[]]", "\"x\"", "null", "{\"skipped\":7,\"warnings\":[1,{}],\"added\":-1,\"took_ms\":\"x\",\"name\":[]}"}) {
    const std::string body =
        std::string(R"({"id":"7","state":"done","progress":)") + other + R"(,"error":)" + other + R"(,"report":)" + other + "}";
    const auto job = read_job_answer(body);
    ASSERT_TRUE(job) << body;
    EXPECT_EQ(job->id, "7");
    EXPECT_EQ(job->report.added, 0U);
    EXPECT_TRUE(job->report.warnings.empty());
  }
  const auto deep = read_job_answer(R"({"id":"7","report":{"skipped":)" + std::string(300'000, '[') + std::string(300'000, ']') + "}}");
  EXPECT_EQ(deep->id, "7");
}

TEST(ServerNotes, NameAnAddressAndAPort) {
  const auto call = read_server_note(R"({"url":"http://0.0.0.0:7654","pid":1})");
  ASSERT_TRUE(call);
  EXPECT_EQ(call->host, "127.0.0.1");
  EXPECT_EQ(call->port, 7654);
  EXPECT_EQ(read_server_note(R"({"url":"http://[fd00::7]:7654"})")->host, "fd00::7");
  EXPECT_EQ(read_server_note(R"({"url":"http://[::]:7654"})")->host, "::1");
  for (const char* other :
       {"", "7", R"({"url":7})", R"({"url":"http:"})", R"({"url":"http://h"})", R"({"url":"http://h:70000"})", R"({"url":"ftp://h:1"})"})
    EXPECT_FALSE(read_server_note(other)) << other;
}

TEST_F(HandoverTest, ModelsAreAskedOfTheServerWhereOneRuns) {
  const Handover handover(folder_, "");
  EXPECT_FALSE(handover.model_status().has_value());
  EXPECT_EQ(handover.unload_model(), false);
  start();
  EXPECT_TRUE(handover.model_status().has_value());
  EXPECT_EQ(handover.unload_model(), true);
  stop();  // its threads ask the engine
  engine_.failure = Error{ErrorCode::kConflict, "cannot unload the model: it is in use", ""};
  start();
  EXPECT_EQ(handover.unload_model().error().code, ErrorCode::kConflict);
  stop();
  EXPECT_EQ(handover.unload_model(), false);
}

TEST(ModelAnswers, AreReadAsTheyAreWritten) {
  engine::ModelReport report;
  report.model = {.provider = "ollama", .model = "tiny", .dimensions = 3, .fingerprint = "f"};
  report.available = report.resident = true;
  report.active = 2;
  report.keep_alive = "300s";
  report.releases_in = std::chrono::seconds(17);
  report.repositories.push_back({.repository = "shop", .units = 9, .vectors = 4, .models = {{"static", "code", 256, 5, false}}});
  report.stored.push_back({"bge", "/m/bge.gguf", 1000});
  report.reranker = engine::ModelReport::Reranker{
      .provider = "cohere", .model = "v3", .available = true, .is_default = true, .active = 1, .keep_alive = "30s", .problem = "none"};
  const std::string text = model_json(report);
  const auto read = read_model_answer(text);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(model_json(*read), text);
}

TEST(ModelAnswers, AnythingElseIsEmpty) {
  for (const char* other : {"", "[]", "7", "{"}) EXPECT_FALSE(read_model_answer(other).has_value()) << other;
  const auto odd = read_model_answer(
      R"({"dimensions":99999999999,"repositories":[3,{"name":7,"vector_models":{}}],"reranker":[],"stored":"x","releases_in_s":"soon"})");
  ASSERT_TRUE(odd.has_value());
  EXPECT_EQ(odd->repositories.size(), 2U);
  EXPECT_FALSE(odd->reranker.has_value() || odd->releases_in.has_value());
}

TEST_F(HandoverTest, ACancelReachesTheServer) {
  engine_.indexing_waits = true;
  start();
  std::thread canceller([this] {
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    cancel_.cancel();
  });
  EXPECT_EQ(index().error().code, ErrorCode::kCancelled);
  canceller.join();
  EXPECT_FALSE(progress_.stages.empty());
}

}  // namespace
}  // namespace grove::serve
