#include "engine/jobs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <stdexcept>

namespace grove::engine {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;

/// Work that goes on until it is let go or cancelled.
class Gate {
 public:
  void open() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }
  /// Of those inside or to come.
  void let_one_pass() {
    const std::lock_guard lock(mutex_);
    ++permits_;
    changed_.notify_all();
  }
  void until_entered(int how_many) {
    std::unique_lock lock(mutex_);
    EXPECT_TRUE(changed_.wait_for(lock, 10s, [&] { return entered_ >= how_many; }));
  }
  Result<ingest::IngestReport> pass(const CancelToken& cancel) {
    std::unique_lock lock(mutex_);
    ++entered_;
    most_inside_ = std::max(most_inside_, ++inside_);
    changed_.notify_all();
    while (!open_ && permits_ == 0 && !cancel.cancelled()) changed_.wait_for(lock, 1ms);
    --inside_;
    GROVE_RETURN_IF_ERROR(cancel.check());
    permits_ -= permits_ > 0 ? 1 : 0;
    ++passed_;
    ingest::IngestReport report;
    report.added = 3;
    return report;
  }
  int passed() {
    const std::lock_guard lock(mutex_);
    return passed_;
  }
  int most_inside() {
    const std::lock_guard lock(mutex_);
    return most_inside_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = false;
  int entered_ = 0, inside_ = 0, most_inside_ = 0, permits_ = 0, passed_ = 0;
};

class JobsTest : public ::testing::Test {
 protected:
  static JobSpec through(Gate& gate, std::string repository, std::string key = "index") {
    return {.kind = "index",
            .repository_id = repository,
            .repository = repository,
            .key = std::move(key),
            .work = [&gate](ProgressSink&, const CancelToken& cancel) { return gate.pass(cancel); }};
  }
  static JobSpec doing(std::function<Result<ingest::IngestReport>(ProgressSink&, const CancelToken&)> work) {
    return {.kind = "index", .repository_id = "r", .repository = "shop", .key = "x", .work = std::move(work)};
  }
  static Job until_ended(Jobs& jobs, const std::string& id) {
    for (int i = 0; i < 10'000; ++i) {
      Job job = jobs.find(id).value();
      if (has_ended(job.state)) return job;
      std::this_thread::sleep_for(1ms);
    }
    ADD_FAILURE() << "job " << id << " does not end";
    return {};
  }
};

TEST_F(JobsTest, WorkIsDoneAndItsReportKept) {
  Gate gate;
  std::vector<std::string> ended;
  Jobs jobs({}, [&](const Job& job) { ended.push_back(job.id); });
  const Job submitted = jobs.submit(through(gate, "shop")).value();
  EXPECT_EQ(submitted.state, JobState::kQueued);
  gate.until_entered(1);
  EXPECT_EQ(jobs.find(submitted.id)->state, JobState::kRunning);
  gate.open();
  const Job job = until_ended(jobs, submitted.id);
  EXPECT_EQ(job.state, JobState::kDone);
  EXPECT_EQ(job.report->added, 3U);
  EXPECT_GE(job.ended_at_ms, job.started_at_ms);
  EXPECT_GE(job.started_at_ms, job.created_at_ms);
  EXPECT_THAT(ended, ElementsAre(job.id));
  EXPECT_EQ(jobs.find("none").error().code, ErrorCode::kNotFound);
}

TEST_F(JobsTest, OneJobOfARepositoryRunsAtATimeAndOthersBesideIt) {
  Gate gate;
  Jobs jobs({.queued = 10, .at_once = 3, .ended = 10});
  const Job first = jobs.submit(through(gate, "shop", "a")).value();
  const Job second = jobs.submit(through(gate, "shop", "b")).value();
  const Job other = jobs.submit(through(gate, "blog", "a")).value();
  gate.until_entered(2);
  EXPECT_EQ(jobs.find(first.id)->state, JobState::kRunning);
  EXPECT_EQ(jobs.find(second.id)->state, JobState::kQueued);
  EXPECT_EQ(jobs.find(other.id)->state, JobState::kRunning);
  gate.open();
  for (const Job& job : {first, second, other}) EXPECT_EQ(until_ended(jobs, job.id).state, JobState::kDone);
  EXPECT_EQ(gate.most_inside(), 2);
}

TEST_F(JobsTest, TheSameWorkThatStillWaitsIsDoneOnceForAllWhoAskedForIt) {
  Gate gate;
  Jobs jobs({.queued = 10, .at_once = 1, .ended = 10});
  const Job running = jobs.submit(through(gate, "shop")).value();
  gate.until_entered(1);
  const Job waiting = jobs.submit(through(gate, "shop")).value();
  EXPECT_NE(waiting.id, running.id) << "what runs may have passed the change already";
  const Job other = jobs.submit(through(gate, "shop")).value();
  EXPECT_NE(other.id, waiting.id);
  const Job forced = jobs.submit(through(gate, "shop", "force")).value();
  EXPECT_EQ(jobs.list().size(), 4U);
  EXPECT_EQ(jobs.list().back().id, running.id);
  gate.open();
  for (const Job& job : {running, waiting, other, forced}) EXPECT_EQ(until_ended(jobs, job.id).state, JobState::kDone);
  EXPECT_EQ(gate.passed(), 3);
  EXPECT_TRUE(jobs.find(other.id)->report.has_value());
}

TEST_F(JobsTest, ACancelLeavesOthersWithTheSameWorkAlone) {
  Gate gate;
  Jobs jobs({.queued = 10, .at_once = 1, .ended = 10});
  const Job blocker = jobs.submit(through(gate, "shop", "first")).value();
  gate.until_entered(1);
  const Job queued = jobs.submit(through(gate, "shop")).value();
  const Job second = jobs.submit(through(gate, "shop")).value();
  const Job third = jobs.submit(through(gate, "shop")).value();
  EXPECT_EQ(jobs.cancel(queued.id)->state, JobState::kCancelled);
  EXPECT_EQ(jobs.find(second.id)->state, JobState::kQueued);
  gate.let_one_pass();
  gate.until_entered(2);
  EXPECT_EQ(jobs.find(second.id)->state, JobState::kRunning);
  EXPECT_EQ(jobs.find(third.id)->state, JobState::kRunning);
  EXPECT_EQ(jobs.cancel(second.id)->state, JobState::kCancelled) << "nobody has to stop for it";
  EXPECT_FALSE(jobs.find(third.id)->cancel_asked);
  gate.open();
  EXPECT_EQ(until_ended(jobs, third.id).state, JobState::kDone);
  EXPECT_EQ(jobs.find(second.id)->state, JobState::kCancelled);
}

TEST_F(JobsTest, TheLastWhoWaitsForSomeWorkEndsIt) {
  Gate gate;
  Jobs jobs({.queued = 10, .at_once = 1, .ended = 10});
  const Job blocker = jobs.submit(through(gate, "shop", "first")).value();
  gate.until_entered(1);
  const Job one = jobs.submit(through(gate, "shop")).value();
  const Job two = jobs.submit(through(gate, "shop")).value();
  gate.let_one_pass();
  gate.until_entered(2);
  EXPECT_EQ(jobs.cancel(one.id)->state, JobState::kCancelled);
  EXPECT_TRUE(jobs.cancel(two.id)->cancel_asked);
  EXPECT_EQ(until_ended(jobs, two.id).state, JobState::kCancelled);
}

TEST_F(JobsTest, AFullQueueRefusesMore) {
  Gate gate;
  Jobs jobs({.queued = 1, .at_once = 1, .ended = 10});
  ASSERT_TRUE(jobs.submit(through(gate, "a")));
  gate.until_entered(1);
  ASSERT_TRUE(jobs.submit(through(gate, "b")));
  EXPECT_EQ(jobs.submit(through(gate, "c")).error().code, ErrorCode::kResourceLimit);
  gate.open();
}

TEST_F(JobsTest, OnlyTheLastThatEndedAreRemembered) {
  Gate gate;
  gate.open();
  Jobs jobs({.queued = 10, .at_once = 1, .ended = 2});
  std::vector<std::string> ids;
  for (const char* name : {"a", "b", "c", "d"}) {
    ids.push_back(jobs.submit(through(gate, name)).value().id);
    until_ended(jobs, ids.back());
  }
  EXPECT_FALSE(jobs.find(ids[0]));
  for (const int kept : {1, 2, 3}) EXPECT_TRUE(jobs.find(ids[static_cast<std::size_t>(kept)]));
}

TEST_F(JobsTest, CancellingEndsAQueuedJobAtOnceAndARunningOneWhenItNotices) {
  Gate gate;
  Jobs jobs({.queued = 10, .at_once = 1, .ended = 10});
  const Job running = jobs.submit(through(gate, "shop")).value();
  gate.until_entered(1);
  const Job waiting = jobs.submit(through(gate, "shop")).value();
  EXPECT_EQ(jobs.cancel(waiting.id)->state, JobState::kCancelled);
  EXPECT_TRUE(jobs.cancel(running.id)->cancel_asked);
  EXPECT_EQ(until_ended(jobs, running.id).state, JobState::kCancelled);
  EXPECT_EQ(jobs.cancel(running.id)->state, JobState::kCancelled);
  EXPECT_EQ(jobs.cancel("none").error().code, ErrorCode::kNotFound);
}

TEST_F(JobsTest, AFailureAndABugFailTheirJobOnly) {
  Jobs jobs({.queued = 10, .at_once = 1, .ended = 10});
  const Job locked = jobs.submit(doing([](auto&, auto&) { return fail(ErrorCode::kLocked, "process 7 indexes it"); })).value();
  EXPECT_EQ(until_ended(jobs, locked.id).error->code, ErrorCode::kLocked);
  const Job broken = jobs.submit(doing([](auto&, auto&) -> Result<ingest::IngestReport> { throw std::runtime_error("broken"); })).value();
  EXPECT_EQ(until_ended(jobs, broken.id).error->code, ErrorCode::kInternal);
  const Job starved = jobs.submit(doing([](auto&, auto&) -> Result<ingest::IngestReport> { throw std::bad_alloc(); })).value();
  EXPECT_EQ(until_ended(jobs, starved.id).error->code, ErrorCode::kResourceLimit);
  const Job well = jobs.submit(doing([](auto&, auto&) { return ingest::IngestReport{}; })).value();
  EXPECT_EQ(until_ended(jobs, well.id).state, JobState::kDone);
}

TEST_F(JobsTest, ProgressIsKeptAndToldSparinglyToThoseWhoWatch) {
  Gate gate;
  Jobs jobs({.queued = 10, .at_once = 1, .ended = 10});
  const Job blocker = jobs.submit(through(gate, "r")).value();
  gate.until_entered(1);
  const Job job = jobs.submit(doing([](ProgressSink& progress, const CancelToken&) {
                        for (std::uint64_t i = 0; i < 1000; ++i) {
                          progress.report({.stage = "reading", .done = i, .total = 1000, .unit = "files", .subject = "shop"});
                        }
                        progress.report({.stage = "merging", .done = 1, .total = 1, .unit = "files", .subject = "shop"});
                        return ingest::IngestReport{};
                      }))
                      .value();
  std::atomic<int> told = 0;
  {
    const auto guard = jobs.watch(job.id, [&] { ++told; });
    gate.open();
    const Job ended = until_ended(jobs, job.id);
    EXPECT_EQ(ended.progress.stage, "merging");
    EXPECT_GT(ended.version, 1000U);
  }
  EXPECT_GE(told, 4) << "started, two stages, ended";
  EXPECT_LT(told, 100);
}

/// A clock that is set back an hour whenever somebody looks at it.
class ClockSetBack final : public Clock {
 public:
  std::chrono::system_clock::time_point now() const override {
    const std::lock_guard lock(mutex_);
    return now_ -= 1h;
  }
  std::chrono::steady_clock::time_point steady() const override { return std::chrono::steady_clock::now(); }

 private:
  mutable std::mutex mutex_;
  mutable std::chrono::system_clock::time_point now_ = std::chrono::system_clock::now();
};

TEST_F(JobsTest, NeitherIdsNorTimesGoBackWithTheClock) {
  const ClockSetBack clock;
  std::vector<std::string> ids;
  for (int process = 0; process < 2; ++process) {
    Jobs jobs({.queued = 20, .at_once = 1, .ended = 20}, {}, clock);
    std::vector<std::string> own;
    std::int64_t before = 0;
    for (int i = 0; i < 12; ++i) {
      const Job job = jobs.submit(doing([](auto&, auto&) { return ingest::IngestReport{}; })).value();
      const Job ended = until_ended(jobs, job.id);
      EXPECT_LE(before, ended.created_at_ms);
      EXPECT_LE(ended.created_at_ms, ended.started_at_ms);
      EXPECT_LE(ended.started_at_ms, ended.ended_at_ms);
      before = ended.ended_at_ms;
      own.push_back(job.id);
    }
    EXPECT_TRUE(std::ranges::is_sorted(own));
    ids.insert(ids.end(), own.begin(), own.end());
  }
  EXPECT_EQ(std::set(ids.begin(), ids.end()).size(), 24U);
}

TEST_F(JobsTest, AWatchEndsWithItsGuard) {
  Gate gate;
  Jobs jobs({.queued = 10, .at_once = 1, .ended = 10});
  const Job job = jobs.submit(through(gate, "shop")).value();
  gate.until_entered(1);
  std::atomic<int> told = 0;
  {
    const auto guard = jobs.watch(job.id, [&] { ++told; });
  }
  jobs.cancel(job.id).value();
  until_ended(jobs, job.id);
  EXPECT_EQ(told, 0);
}

TEST_F(JobsTest, StoppingEndsEverythingAndTakesNothingNew) {
  Gate gate;
  {
    Jobs jobs({.queued = 10, .at_once = 1, .ended = 10});
    const Job running = jobs.submit(through(gate, "shop")).value();
    gate.until_entered(1);
    const Job waiting = jobs.submit(through(gate, "blog")).value();
    jobs.stop();
    EXPECT_EQ(jobs.find(waiting.id)->state, JobState::kCancelled);
    EXPECT_EQ(jobs.submit(through(gate, "late")).error().code, ErrorCode::kUnavailable);
    EXPECT_EQ(until_ended(jobs, running.id).state, JobState::kCancelled);
  }
}

}  // namespace
}  // namespace grove::engine
