#include "serve/mcp/worker_pool.h"

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
    if (waiting_.size() > idle_ && threads_.size() < limits_.threads) threads_.emplace_back([this] { this->work(); });
  }
  changed_.notify_all();
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
