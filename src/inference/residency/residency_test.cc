#include "inference/residency/residency.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

#include "base/testing/manual_clock.h"

namespace grove::inference {
namespace {

using std::chrono::seconds;

/// A model that counts how often it is loaded and released.
struct Counts {
  std::atomic<int> loads = 0;
  std::atomic<int> releases = 0;

  Residency::Load load(std::chrono::milliseconds takes = std::chrono::milliseconds(0)) {
    return [this, takes]() -> Result<std::shared_ptr<void>> {
      std::this_thread::sleep_for(takes);
      ++loads;
      return std::shared_ptr<void>(this, [](void* counts) { ++static_cast<Counts*>(counts)->releases; });
    };
  }
};

TEST(Residency, LoadsOnFirstUseAndReleasesAfterTheGrace) {
  Counts counts;
  ManualClock clock;
  Residency residency(counts.load(), {.grace = seconds(45)}, clock);
  EXPECT_EQ(counts.loads, 0);
  EXPECT_FALSE(residency.status().resident);
  {
    const auto lease = residency.use();
    ASSERT_TRUE(lease.has_value());
    EXPECT_EQ(lease->model(), &counts);
    EXPECT_EQ(residency.status().active_operations, 1U);
    EXPECT_FALSE(residency.status().releases_in.has_value());
    clock.advance(seconds(100));
    residency.release_if_idle();
    EXPECT_TRUE(residency.status().resident);
  }
  clock.advance(seconds(44));
  residency.release_if_idle();
  EXPECT_EQ(residency.status().releases_in, seconds(1));
  clock.advance(seconds(1));
  residency.release_if_idle();
  EXPECT_FALSE(residency.status().resident);
  EXPECT_EQ(counts.releases, 1);
}

TEST(Residency, UseWithinTheGraceStartsItAgain) {
  Counts counts;
  ManualClock clock;
  Residency residency(counts.load(), {.grace = seconds(30)}, clock);
  ASSERT_TRUE(residency.use().has_value());
  clock.advance(seconds(20));
  ASSERT_TRUE(residency.use().has_value());
  clock.advance(seconds(20));
  residency.release_if_idle();
  EXPECT_TRUE(residency.status().resident);
  EXPECT_EQ(counts.loads, 1);
}

TEST(Residency, WithoutGraceReleasesAfterTheLastOfOverlappingUses) {
  Counts counts;
  ManualClock clock;
  Residency residency(counts.load(), {.grace = seconds(0)}, clock);
  {
    const auto first = residency.use();
    {
      const auto second = residency.use();
    }
    EXPECT_EQ(counts.releases, 0);
  }
  EXPECT_EQ(counts.loads, 1);
  EXPECT_EQ(counts.releases, 1);
}

TEST(Residency, AHoldKeepsTheModelBetweenUsesButDoesNotLoadIt) {
  Counts counts;
  ManualClock clock;
  Residency residency(counts.load(), {.grace = seconds(0)}, clock);
  {
    const auto run = residency.hold();
    EXPECT_EQ(counts.loads, 0);
    EXPECT_EQ(residency.status().active_operations, 1U);
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(residency.use().has_value());
    EXPECT_EQ(counts.loads, 1);
    EXPECT_EQ(counts.releases, 0);
    EXPECT_FALSE(residency.unload().has_value());
  }
  EXPECT_EQ(counts.releases, 1);
}

TEST(Residency, AlwaysKeepsTheModelUntilTheEnd) {
  Counts counts;
  ManualClock clock;
  {
    Residency residency(counts.load(), {.grace = std::nullopt}, clock);
    ASSERT_TRUE(residency.use().has_value());
    clock.advance(seconds(1'000'000));
    residency.release_if_idle();
    EXPECT_TRUE(residency.status().resident);
    EXPECT_FALSE(residency.status().releases_in.has_value());
  }
  EXPECT_EQ(counts.releases, 1);
}

TEST(Residency, OverlappingRequestsShareOneLoad) {
  Counts counts;
  ManualClock clock;
  Residency residency(counts.load(std::chrono::milliseconds(30)), {.grace = seconds(30)}, clock);
  std::vector<std::jthread> threads;
  std::atomic<int> served = 0;
  for (int i = 0; i < 8; ++i) threads.emplace_back([&] { served += residency.use().has_value() ? 1 : 0; });
  threads.clear();
  EXPECT_EQ(served, 8);
  EXPECT_EQ(counts.loads, 1);
}

TEST(Residency, AFailedLoadIsToldToAllWhoWaitedAndTriedAgainLater) {
  ManualClock clock;
  std::atomic<int> attempts = 0;
  std::atomic<bool> broken = true;
  Residency residency(
      [&]() -> Result<std::shared_ptr<void>> {
        ++attempts;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        if (broken) return fail(ErrorCode::kUnavailable, "no such model");
        return std::make_shared<int>(1);
      },
      {.grace = seconds(30)}, clock);
  std::vector<std::jthread> threads;
  std::atomic<int> failed = 0;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      const auto lease = residency.use();
      failed += !lease && lease.error().code == ErrorCode::kUnavailable ? 1 : 0;
    });
  }
  threads.clear();
  EXPECT_EQ(failed, 4);
  EXPECT_LE(attempts, 4);
  broken = false;
  EXPECT_TRUE(residency.use().has_value());
}

TEST(Residency, ALoadThatThrowsIsAnErrorAndNotTheEnd) {
  ManualClock clock;
  std::atomic<bool> throws = true;
  Residency residency(
      [&]() -> Result<std::shared_ptr<void>> {
        if (throws) throw std::runtime_error("out of luck");
        return std::make_shared<int>(1);
      },
      {.grace = seconds(30)}, clock);
  const auto lease = residency.use();
  ASSERT_FALSE(lease.has_value());
  EXPECT_EQ(lease.error().code, ErrorCode::kInternal);
  EXPECT_TRUE(lease.error().message.contains("out of luck"));
  throws = false;
  EXPECT_TRUE(residency.use().has_value());
}

TEST(Residency, UnloadIsRefusedInUseAndFreesOtherwise) {
  Counts counts;
  ManualClock clock;
  Residency residency(counts.load(), {.grace = std::nullopt}, clock);
  EXPECT_TRUE(residency.unload().has_value());
  {
    const auto lease = residency.use();
    const auto refused = residency.unload();
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code, ErrorCode::kConflict);
  }
  EXPECT_TRUE(residency.unload().has_value());
  EXPECT_EQ(counts.releases, 1);
  EXPECT_FALSE(residency.status().resident);
}

TEST(Residency, ItsOwnThreadReleasesAnIdleModel) {
  Counts counts;
  Residency residency(counts.load(), {.grace = seconds(1)}, system_clock());
  ASSERT_TRUE(residency.use().has_value());
  for (int i = 0; i < 500 && counts.releases == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(counts.releases, 1);
  ASSERT_TRUE(residency.use().has_value());
  EXPECT_EQ(counts.loads, 2);
}

TEST(KeepAlive, ReadsTheSeedsWords) {
  EXPECT_EQ(parse_keep_alive("")->grace, seconds(30));
  EXPECT_EQ(parse_keep_alive("0")->grace, seconds(0));
  EXPECT_EQ(parse_keep_alive("45s")->grace, seconds(45));
  EXPECT_EQ(parse_keep_alive("5m")->grace, seconds(300));
  EXPECT_EQ(parse_keep_alive("2h")->grace, seconds(7200));
  EXPECT_EQ(parse_keep_alive("90")->grace, seconds(90));
  EXPECT_FALSE(parse_keep_alive("always")->grace.has_value());
}

TEST(KeepAlive, RefusesAnythingElseWithAHint) {
  for (const char* text : {"soon", "-1", "5 m", "5min", "m", "99999999999h", "1.5h"}) {
    const auto keep_alive = parse_keep_alive(text);
    ASSERT_FALSE(keep_alive.has_value()) << text;
    EXPECT_EQ(keep_alive.error().code, ErrorCode::kInvalidArgument);
    EXPECT_FALSE(keep_alive.error().hint.empty());
  }
}

TEST(KeepAlive, IsDescribedAsItIsRead) {
  for (const char* text : {"0", "45s", "always"}) EXPECT_EQ(describe(*parse_keep_alive(text)), text);
  EXPECT_EQ(describe(*parse_keep_alive("5m")), "300s");
}

}  // namespace
}  // namespace grove::inference
