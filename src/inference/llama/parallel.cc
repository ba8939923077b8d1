#include "inference/llama/parallel.h"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "base/work_queue.h"

namespace grove::inference {

Status each_in_parallel(std::size_t count, unsigned threads, const std::function<Status(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  Status first_error;
  const auto body = [&](unsigned) {
    for (std::size_t i = next++; i < count; i = next++) {
      Status status = work(i);
      if (status) continue;
      next = count;
      const std::lock_guard lock(mutex);
      if (first_error) first_error = std::move(status);
    }
  };
  const auto others = static_cast<unsigned>(std::min<std::size_t>(threads, count));
  if (others <= 1) {
    body(0);
    return first_error;
  }
  Workers workers(others - 1, body);
  body(0);
  workers.join();
  return first_error;
}

}  // namespace grove::inference
