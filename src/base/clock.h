#pragma once

#include <chrono>
#include <cstdint>

namespace grove {

/// Wall time for records, steady time for durations. A seam, so that tests can set the time.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual std::chrono::system_clock::time_point now() const = 0;
  virtual std::chrono::steady_clock::time_point steady() const = 0;
};

/// The machine's clocks.
const Clock& system_clock();

/// Milliseconds of Unix time.
std::int64_t unix_ms(const Clock& clock = system_clock());

/// Measures elapsed milliseconds since it was made.
class Stopwatch {
 public:
  Stopwatch() : start_(std::chrono::steady_clock::now()) {}
  double milliseconds() const { return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_;
};

}  // namespace grove
