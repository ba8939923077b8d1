#include "serve/mcp/worker_pool.h"

#include <system_error>
#include <utility>

namespace grove::serve::mcp {

void WorkerPool::close() {
  std::deque<std::function<void()>> dropped;
  std::vector<std::thread> threads;
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    dropped.swap(waiting_);
    threads.swap(threads_);
  }
  changed_.notify_all();
  for (std::thread& thread : threads) thread.join();
}

bool WorkerPool::submit(std::function<void()> work) {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_ || waiting_.size() >= limits_.waiting) return false;
    waiting_.push_back(std::move(work));
    if (!has_hands()) {
      waiting_.pop_back();
      return false;
    }
  }
  changed_.notify_all();
  return true;
}

/// Begins a further thread where none is free. Where the machine has none left, those there are do; false where there are none.
bool WorkerPool::has_hands() {
  if (waiting_.size() <= idle_ || threads_.size() >= limits_.threads) return true;
  try {
    threads_.emplace_back([this] { this->work(); });
  } catch (const std::system_error&) {
    return !threads_.empty();
  }
  return true;
}

bool WorkerPool::wait_until_idle(std::chrono::milliseconds longest) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, longest, [this] { return waiting_.empty() && idle_ == threads_.size(); });
}

void WorkerPool::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    ++idle_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
    --idle_;
    if (stopping_) return;
    {
      const auto work = std::move(waiting_.front());
      waiting_.pop_front();
      lock.unlock();
      work();
    }
    lock.lock();
  }
}

}  // namespace grove::serve::mcp
