#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "serve/testing/rest_world.h"

namespace grove::serve {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class JobRoutes : public ::testing::Test, protected RestWorld {
 protected:
  json ended(const std::string& job) { return json::parse(until_ended(job)); }
  ~JobRoutes() override { engine_.indexing_waits = false; }
  json submit(std::string_view body = "") {
    const auto response = call("POST", "/api/v1/repos/shop/sync", std::string(body));
    EXPECT_EQ(response.status, 202U) << response.body;
    return json::parse(response.body);
  }
};

TEST_F(JobRoutes, SyncingAnswersAtOnceWithTheJobThatDoesIt) {
  engine_.indexing_waits = true;
  const auto response = call("POST", "/api/v1/repos/shop/sync");
  EXPECT_EQ(response.status, 202U) << response.body;
  json job = json::parse(response.body);
  const std::string id = job["id"];
  EXPECT_THAT(response.headers, ElementsAre(std::pair<std::string, std::string>("Location", "/api/v1/jobs/" + id)));
  EXPECT_EQ(job["kind"], "sync");
  EXPECT_EQ(job["repo"], "shop");
  EXPECT_EQ(job["repo_id"], "r1");
  engine_.indexing_waits = false;
  job = ended(id);
  EXPECT_EQ(job["state"], "done");
  EXPECT_EQ(job["report"]["added"], 3);
  EXPECT_EQ(job["progress"], json({{"stage", "reading"}, {"done", 1}, {"total", 3}, {"unit", "files"}, {"subject", "shop"}}));
  EXPECT_EQ(engine_.indexed.remote, engine::IndexRequest::Remote::kFetch);
  EXPECT_EQ(json::parse(call("GET", "/api/v1/jobs").body)["jobs"][0]["id"], id);
}

TEST_F(JobRoutes, AddingRegistersAtOnceAndIndexesInAJob) {
  const auto response = call("POST", "/api/v1/repos", R"({"url":"https://example.org/shop.git","name":"shop","vectors":false})");
  EXPECT_EQ(response.status, 202U) << response.body;
  EXPECT_EQ(engine_.added.location, "https://example.org/shop.git");
  EXPECT_EQ(engine_.added.clone, engine::AddRequest::Clone::kLater);
  const json job = json::parse(response.body);
  EXPECT_EQ(job["kind"], "add");
  EXPECT_EQ(ended(job["id"])["state"], "done");
  EXPECT_EQ(engine_.indexed.repository, "r1");
  EXPECT_EQ(engine_.indexed.vectors, engine::IndexRequest::Vectors::kNone);
}

TEST_F(JobRoutes, ARemoteThatNoJobWillCloneIsNotKept) {
  jobs_.stop();
  EXPECT_EQ(call("POST", "/api/v1/repos", R"({"location":"/src/shop"})").status, 503U);
  EXPECT_EQ(engine_.removed, "");
  engine_.shop.repository.url = "https://example.org/shop.git";
  EXPECT_EQ(call("POST", "/api/v1/repos", R"({"url":"https://example.org/shop.git"})").status, 503U);
  EXPECT_EQ(engine_.removed, "r1");
}

TEST_F(JobRoutes, ChangingSyncsInAJob) {
  const auto response = call("PUT", "/api/v1/repos/shop", R"({"name":"store"})");
  EXPECT_EQ(response.status, 202U);
  EXPECT_EQ(json::parse(response.body)["repo"], "store");
}

TEST_F(JobRoutes, FieldsOfASyncReachTheEngine) {
  until_ended(submit(R"({"force":true,"vectors":false})")["id"]);
  EXPECT_EQ(engine_.indexed.depth, engine::IndexRequest::Depth::kForce);
  EXPECT_EQ(engine_.indexed.vectors, engine::IndexRequest::Vectors::kNone);
  until_ended(submit(R"({"vectors":true})")["id"]);
  EXPECT_EQ(engine_.indexed.depth, engine::IndexRequest::Depth::kChanges);
  EXPECT_EQ(engine_.indexed.vectors, engine::IndexRequest::Vectors::kAsConfigured);
}

TEST_F(JobRoutes, WhatCannotBeginIsToldAtOnceAndWhatFailsLaterByTheJob) {
  EXPECT_EQ(call("POST", "/api/v1/repos/ship/sync").status, 404U);
  EXPECT_EQ(call("GET", "/api/v1/jobs/none").status, 404U);
  EXPECT_EQ(call("GET", "/api/v1/jobs/none/events").status, 404U);
  EXPECT_EQ(call("DELETE", "/api/v1/jobs/none").status, 404U);
  engine_.index_failure = Error{ErrorCode::kLocked, "process 7 indexes it", "Wait."};
  const json job = ended(submit()["id"]);
  EXPECT_EQ(job["state"], "failed");
  EXPECT_EQ(job["error"], json({{"code", "locked"}, {"message", "process 7 indexes it"}, {"hint", "Wait."}}));
}

TEST_F(JobRoutes, DeletingCancels) {
  engine_.indexing_waits = true;
  const std::string running = submit()["id"];
  while (jobs_.find(running)->state == engine::JobState::kQueued) std::this_thread::yield();
  const std::string waiting = submit()["id"];
  const auto at_once = call("DELETE", "/api/v1/jobs/" + waiting);
  EXPECT_EQ(at_once.status, 200U);
  EXPECT_EQ(json::parse(at_once.body)["state"], "cancelled");
  const auto ending = call("DELETE", "/api/v1/jobs/" + running);
  EXPECT_EQ(ending.status, 202U);
  EXPECT_EQ(json::parse(ending.body)["cancel_requested"], true);
  EXPECT_EQ(ended(running)["state"], "cancelled");
}

TEST_F(JobRoutes, EventsTellHowItStandsThenWhatChangesThenTheEnd) {
  engine_.indexing_waits = true;
  const std::string id = submit()["id"];
  while (jobs_.find(id)->progress.stage.empty()) std::this_thread::yield();
  const auto response = call("GET", "/api/v1/jobs/" + id + "/events");
  EXPECT_EQ(response.status, 200U);
  EXPECT_EQ(response.content_type, "text/event-stream");
  std::atomic<int> woken = 0;
  response.stream->on_more([&] { ++woken; });
  const auto first = response.stream->next();
  EXPECT_FALSE(first.last);
  EXPECT_THAT(first.text, StartsWith("event: progress\nid: "));
  EXPECT_THAT(first.text, HasSubstr(R"("stage":"reading")"));
  EXPECT_EQ(response.stream->next().text, "") << "nothing is new";
  EXPECT_EQ(woken, 0);
  engine_.indexing_waits = false;
  until_ended(id);
  EXPECT_GE(woken, 1);
  const auto end = response.stream->next();
  EXPECT_TRUE(end.last);
  EXPECT_THAT(end.text, StartsWith("event: end\nid: "));
  EXPECT_THAT(end.text, HasSubstr(R"("state":"done")"));
}

TEST_F(JobRoutes, ABrowserThatHasSeenTheEndIsToldNotToComeAgain) {
  const std::string id = submit()["id"];
  until_ended(id);
  HttpRequest again{.method = "GET", .target = "/api/v1/jobs/" + id + "/events", .headers = {{"Host", "localhost"}}};
  again.headers.emplace_back("Last-Event-ID", std::to_string(jobs_.find(id)->version));
  EXPECT_EQ(api_.handle(again, CancelToken()).status, 204U);
}

}  // namespace
}  // namespace grove::serve
