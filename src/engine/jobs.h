#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "engine/job.h"

namespace grove::engine {

/// Does long work behind the backs of those who asked for it: nobody has to stay to see the end. In order of submission, but never two jobs
/// of one repository at once. Keeps what came of the last ones. Thread-safe.
class Jobs {
 public:
  struct Limits {
    std::size_t queued = 64;  ///< Further work is refused, and further jobs of the same work.
    unsigned at_once = 2;
    std::size_t ended = 200;  ///< How many are remembered.
  };
  /// `on_end` is told of every job that ended, with a lock held as `watch` says.
  explicit Jobs(const Limits& limits, std::function<void(const Job&)> on_end = {}, const Clock& clock = system_clock());
  /// Stops, and waits for the jobs that run.
  ~Jobs();
  Jobs(const Jobs&) = delete;
  Jobs& operator=(const Jobs&) = delete;

  /// Queues it. Where the same work (repository and key) still waits in the queue, it is done once for both jobs, and a cancel of one
  /// leaves the other alone. kResourceLimit where the queue is full, kUnavailable after `stop`.
  Result<Job> submit(JobSpec spec);
  /// The newest first.
  std::vector<Job> list() const;
  /// kNotFound where it was never there or is forgotten.
  Result<Job> find(const std::string& id) const;
  /// Ends a queued job, and a running one whose work others wait for; asks any other running one to end; leaves an ended one alone.
  Result<Job> cancel(const std::string& id);
  /// Calls `on_change` after changes of the job, progress at most ten times a second, until the guard is dropped. It is called on other
  /// threads with a lock held: it must be quick, must not call this class and must not drop the guard.
  [[nodiscard]] std::shared_ptr<void> watch(const std::string& id, std::function<void()> on_change);
  /// Takes no more jobs, ends the queued ones and asks the running ones to end.
  void stop();

 private:
  struct Work;
  struct Entry;
  class Progress;
  struct Watcher {
    std::string id;
    std::function<void()> on_change;
  };

  void work();
  void run(const Work& work);
  /// The jobs of some work that have not ended.
  std::vector<Entry*> waiting_for(const Work& work) const;
  /// That waits in the queue; null where there is none.
  std::shared_ptr<Work> queued_work(const JobSpec& spec) const;
  Entry* next_runnable();
  Result<Entry*> entry_of(const std::string& id) const;
  void end(Entry& entry, JobState state);
  void forget_oldest();
  void report(const Work& work, const grove::Progress& progress);
  void changed(Entry& entry);
  /// Never before what it said last, though the clock be set back. The lock has to be held.
  std::int64_t now_ms() const;

  const Limits limits_;
  const std::function<void(const Job&)> on_end_;
  const Clock& clock_;
  mutable std::mutex mutex_;
  std::condition_variable runnable_;
  std::deque<std::unique_ptr<Entry>> entries_;  // oldest first
  std::set<std::string> busy_;                  // repositories that a job runs for
  std::map<std::uint64_t, Watcher> watchers_;
  const std::string id_prefix_;
  mutable std::int64_t latest_ms_ = 0;
  std::uint64_t next_id_ = 1;
  std::uint64_t next_watcher_ = 1;
  bool stopping_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace grove::engine
