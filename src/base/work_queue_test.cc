#include "base/work_queue.h"

#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <stdexcept>

#include "base/testing/few_threads.h"

namespace grove {
namespace {

TEST(WorkQueue, EveryValueArrivesOnceWhateverTheCapacity) {
  for (const std::size_t capacity : {1U, 3U, 1000U}) {
    WorkQueue<int> queue(capacity);
    std::atomic<long> sum{0};
    std::atomic<int> count{0};
    Workers consumers(3, [&](unsigned) {
      while (const auto value = queue.pop()) sum += *value, ++count;
    });
    Workers producers(2, [&](unsigned thread) {
      for (int i = 0; i < 500; ++i) EXPECT_TRUE(queue.push(static_cast<int>(thread) * 500 + i));
    });
    producers.join();
    queue.close();
    consumers.join();
    EXPECT_EQ(count, 1000);
    EXPECT_EQ(sum, 999 * 1000 / 2);
  }
}

TEST(WorkQueue, AClosedQueueStillHandsOutWhatWaits) {
  WorkQueue<int> queue(5);
  EXPECT_TRUE(queue.push(1));
  queue.close();
  EXPECT_FALSE(queue.push(2));
  EXPECT_EQ(queue.pop(), 1);
  EXPECT_EQ(queue.pop(), std::nullopt);
}

TEST(WorkQueue, ACancelledQueueFreesBothSides) {
  WorkQueue<int> full(1);
  ASSERT_TRUE(full.push(1));
  Workers producer(1, [&](unsigned) { EXPECT_FALSE(full.push(2)); });
  full.cancel();
  producer.join();
  EXPECT_EQ(full.pop(), std::nullopt);
  WorkQueue<int> empty(1);
  Workers consumer(1, [&](unsigned) { EXPECT_EQ(empty.pop(), std::nullopt); });
  empty.cancel();
  consumer.join();
}

TEST(Workers, TheFirstFailureReachesTheCaller) {
  Workers workers(4, [](unsigned thread) {
    if (thread == 2) throw std::runtime_error("broken");
  });
  EXPECT_THROW(workers.join(), std::runtime_error);
  EXPECT_NO_THROW(workers.join());
}

TEST(Workers, ThoseThatTheMachineHasDoTheWork) {
  const int outcome = run_with_few_threads([] {
    WorkQueue<unsigned> begun(16);
    WorkQueue<unsigned> end(1);
    Workers workers(16, [&](unsigned thread) {
      begun.push(thread);
      end.pop();
    });
    unsigned numbers = 0;
    for (unsigned i = 0; i < workers.count(); ++i) numbers |= 1U << *begun.pop();
    end.close();
    workers.join();
    const bool is_short = workers.count() > 0 && workers.count() < 16;
    return is_short && numbers == (1U << workers.count()) - 1 ? 0 : 1;
  });
  EXPECT_EQ(outcome, 0);
}

TEST(ParallelFor, EveryIndexIsVisitedOnce) {
  for (const unsigned threads : {0U, 1U, 4U}) {
    std::vector<std::atomic<int>> visits(1000);
    parallel_for(threads, visits.size(), [&](std::size_t i) { ++visits[i]; });
    for (const auto& count : visits) EXPECT_EQ(count, 1);
  }
  EXPECT_THROW(parallel_for(3, 100,
                            [](std::size_t i) {
                              if (i == 50) throw std::runtime_error("broken");
                            }),
               std::runtime_error);
  EXPECT_GE(available_threads(), 1U);
}

}  // namespace
}  // namespace grove
