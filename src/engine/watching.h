#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "base/log.h"
#include "base/result.h"
#include "engine/engine.h"
#include "engine/jobs.h"
#include "engine/watched.h"

namespace grove::engine {

class RepositoryWatch;

/// Something that people who watch repositories want to read: "shop" and "3 files in 41 ms".
struct WatchNews {
  LogLevel level = LogLevel::kInfo;
  std::string repository;
  std::string text;
};

/// Keeps the indexes of registered folders current: one thread each that waits for changes and has jobs take them up, so that clients see
/// and cancel these like others. Thread-safe.
class Watching {
 public:
  struct Parts {
    Engine& engine;
    Jobs& jobs;
    WatchOptions options = {};
    std::function<void(const WatchNews&)> tell = {};  ///< Called one at a time, on other threads; must not call this class.
  };
  explicit Watching(Parts parts);
  /// Stops.
  ~Watching();
  Watching(const Watching&) = delete;
  Watching& operator=(const Watching&) = delete;

  /// Watches one, and takes up at once what changed before. The errors of `Engine::watch`.
  Status add(const std::string& name_or_id);
  /// Watches all registered folders, those too that are registered later, and no longer those that are removed. What another process
  /// watches is waited for. Call once.
  void follow_registry();
  /// Until `stop`, or nothing is left to watch and no registry is followed.
  void wait();
  /// Ends all threads, and asks the jobs they began to end.
  void stop();

 private:
  void follow();
  void tell(const WatchNews& news);
  Status add_locked(const std::string& name_or_id);
  using Watches = std::map<std::string, std::unique_ptr<RepositoryWatch>>;  // by id
  /// Those that ended, to be destroyed without the lock.
  Watches match(const std::vector<RepositoryState>& registered);

  const Parts parts_;
  std::mutex telling_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Watches watches_;
  std::map<std::string, std::string> refusals_;  // why a repository isn't watched, by id
  bool stopping_ = false;
  std::jthread follower_;
};

}  // namespace grove::engine
