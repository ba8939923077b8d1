#pragma once

#include <atomic>
#include <chrono>

#include "base/clock.h"

namespace grove {

/// A steady clock that stands still unless it is moved. Thread-safe.
class ManualClock final : public Clock {
 public:
  std::chrono::system_clock::time_point now() const override { return {}; }
  std::chrono::steady_clock::time_point steady() const override {
    return std::chrono::steady_clock::time_point(std::chrono::milliseconds(milliseconds_));
  }
  void advance(std::chrono::milliseconds time) { milliseconds_ += time.count(); }

 private:
  std::atomic<std::int64_t> milliseconds_ = 1'000'000;
};

}  // namespace grove
