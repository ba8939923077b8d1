#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace grove::serve::mcp {

/// Runs pieces of work on threads of its own, made when they are needed. Thread-safe.
class WorkerPool {
 public:
  struct Limits {
    unsigned threads = 4;
    std::size_t waiting = 256;  ///< Further pieces are refused.
  };
  explicit WorkerPool(const Limits& limits) : limits_(limits) {}
  ~WorkerPool() { close(); }
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  /// False where too much waits already, or there is no thread to be had. The work must not throw.
  bool submit(std::function<void()> work);
  /// Drops what waits and joins the threads. Nothing is taken after it.
  void close();
  /// Waits until nothing waits and nothing runs, at most so long; true where that came about.
  bool wait_until_idle(std::chrono::milliseconds longest);

 private:
  void work();
  bool has_hands();

  const Limits limits_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> waiting_;
  std::vector<std::thread> threads_;
  unsigned idle_ = 0;
  bool stopping_ = false;
};

}  // namespace grove::serve::mcp
