#pragma once

#include <functional>
#include <thread>

namespace grove::cli {

/// Calls back, on a thread of its own, on the first SIGINT or SIGTERM; a second one ends the process with 130 at once. One at a time.
class InterruptWatch {
 public:
  explicit InterruptWatch(std::function<void()> on_interrupt);
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

 private:
  std::function<void()> on_interrupt_;
  std::jthread thread_;
};

}  // namespace grove::cli
