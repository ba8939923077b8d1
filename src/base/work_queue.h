#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "base/check.h"

namespace grove {

/// Hands values from some threads to others, at most `capacity` of them waiting. Thread-safe.
template <class T>
class WorkQueue {
 public:
  explicit WorkQueue(std::size_t capacity) : capacity_(capacity) { GROVE_CONTRACT(capacity > 0); }

  /// Waits for room. False, and the value is dropped, once the queue is closed or cancelled.
  bool push(T value) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [this] { return closed_ || items_.size() < capacity_; });
    if (closed_) return false;
    items_.push_back(std::move(value));
    lock.unlock();
    filled_.notify_one();
    return true;
  }

  /// Waits for a value. Nothing once the queue is closed and empty.
  std::optional<T> pop() {
    std::unique_lock lock(mutex_);
    filled_.wait(lock, [this] { return closed_ || !items_.empty(); });
    if (items_.empty()) return std::nullopt;
    std::optional<T> value(std::move(items_.front()));
    items_.pop_front();
    lock.unlock();
    room_.notify_one();
    return value;
  }

  /// No more values will come; those that wait are still handed out.
  void close() { finish(false); }
  /// Throws away what waits and ends both sides.
  void cancel() { finish(true); }

 private:
  void finish(bool drop) {
    std::deque<T> dropped;
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
      if (drop) dropped.swap(items_);
    }
    room_.notify_all();
    filled_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable room_;
  std::condition_variable filled_;
  std::deque<T> items_;
  std::size_t capacity_;
  bool closed_ = false;
};

/// Runs one body on several threads. `join` waits for them and throws what the first failed body threw; the destructor waits only.
/// The body must end by itself (its queue is closed or cancelled). Belongs to one thread.
class Workers {
 public:
  /// `body` receives the number of its thread, from 0. Where the machine has fewer threads left, those there are have to do the work;
  /// throws std::system_error where there is none.
  Workers(unsigned threads, std::function<void(unsigned)> body);
  /// Threads that were started.
  unsigned count() const { return static_cast<unsigned>(threads_.size()); }
  void join();

 private:
  struct Shared {
    std::function<void(unsigned)> body;
    std::mutex mutex;
    std::exception_ptr failure;
  };
  void run(unsigned thread);

  Shared shared_;
  std::vector<std::jthread> threads_;
};

/// Calls `body` for 0 … count-1 on up to `threads` threads, in order of beginning; returns when all are done. Throws what a body threw
/// (then some indices may not have been visited).
void parallel_for(unsigned threads, std::size_t count, const std::function<void(std::size_t)>& body);

/// Hardware threads that this process may use; at least 1.
unsigned available_threads();

}  // namespace grove
