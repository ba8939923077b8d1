#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "engine/engine.h"
#include "engine/jobs.h"
#include "engine/watching.h"

namespace grove::engine {

/// Keeps the index of one folder current, on a thread of its own.
class RepositoryWatch {
 public:
  struct Surroundings {
    Engine& engine;
    Jobs& jobs;
    std::chrono::milliseconds debounce;
    std::function<void(const WatchNews&)> tell = {};
    std::function<void()> on_end = {};  ///< Called on its thread.
  };
  /// Begins, with everything to be looked at.
  RepositoryWatch(Surroundings around, Watched watched);
  /// Stops, and waits for its thread.
  ~RepositoryWatch();
  RepositoryWatch(const RepositoryWatch&) = delete;
  RepositoryWatch& operator=(const RepositoryWatch&) = delete;

  /// Thread-safe; doesn't wait.
  void stop();
  /// It watches no more: stopped, or the folder can't be watched. Thread-safe.
  bool has_ended() const { return ended_; }

 private:
  using Time = std::chrono::steady_clock::time_point;
  /// What its thread and its job share: a job takes what is pending when it starts.
  struct Changes {
    std::mutex mutex;
    source::TreeChanges pending, in_work;
  };

  void run();
  void take(source::TreeChanges changes);
  void tell_of_root(source::TreeChanges::Root root);
  std::chrono::milliseconds time_to_wait() const;
  bool has_work() const;
  void begin_job_when_due();
  void look_after_job();
  void on_done(const ingest::IngestReport& report);
  void on_failure(const Error& error);
  void put_back();
  void set_mark();
  void tell(LogLevel level, std::string text) const;

  const Surroundings around_;
  Watched watched_;
  const std::shared_ptr<Changes> changes_ = std::make_shared<Changes>();
  std::atomic<bool> stopping_ = false, ended_ = false;
  Time first_change_{}, last_change_{}, not_before_{};
  bool root_is_gone_ = false;
  bool waits_for_change_ = false;  // its job was cancelled
  int failures_ = 0;
  std::string last_problem_;
  std::string job_;  // empty: none
  std::shared_ptr<void> job_watch_;
  std::jthread thread_;
};

}  // namespace grove::engine
