#include "base/work_queue.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <system_error>
#include <utility>

namespace grove {

Workers::Workers(unsigned threads, std::function<void(unsigned)> body) {
  shared_.body = std::move(body);
  threads_.reserve(threads);
  for (unsigned i = 0; i < threads; ++i) {
    try {
      threads_.emplace_back([this, i] { run(i); });
    } catch (const std::system_error&) {
      if (threads_.empty()) throw;
      break;
    }
  }
}

void Workers::run(unsigned thread) {
  try {
    shared_.body(thread);
  } catch (...) {
    const std::lock_guard lock(shared_.mutex);
    if (!shared_.failure) shared_.failure = std::current_exception();
  }
}

void Workers::join() {
  for (auto& thread : threads_)
    if (thread.joinable()) thread.join();
  if (shared_.failure) std::rethrow_exception(std::exchange(shared_.failure, nullptr));
}

void parallel_for(unsigned threads, std::size_t count, const std::function<void(std::size_t)>& body) {
  const auto useful = static_cast<unsigned>(std::min<std::size_t>(threads, count));
  if (useful <= 1) {
    for (std::size_t i = 0; i < count; ++i) body(i);
    return;
  }
  std::atomic<std::size_t> next{0};
  Workers workers(useful, [&](unsigned) {
    for (std::size_t i = next.fetch_add(1); i < count; i = next.fetch_add(1)) {
      try {
        body(i);
      } catch (...) {
        next.store(count);
        throw;
      }
    }
  });
  workers.join();
}

unsigned available_threads() {
  cpu_set_t set;
  CPU_ZERO(&set);
  const int count = ::sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : static_cast<int>(std::thread::hardware_concurrency());
  return static_cast<unsigned>(std::max(count, 1));
}

}  // namespace grove
