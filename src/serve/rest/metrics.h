#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/engine.h"
#include "engine/job.h"

namespace grove::serve {

/// Counts what the server answered, for Prometheus (text format 0.0.4). Thread-safe.
class Metrics {
 public:
  /// `route` is a pattern, never a path, so that clients can't make new series.
  void count(std::string_view method, std::string_view route, unsigned status, double milliseconds);
  /// With what is there now: repositories, units, jobs that wait or run, memory.
  std::string text(const std::vector<engine::RepositoryState>& repositories, const std::vector<engine::Job>& jobs) const;

 private:
  static constexpr std::array<double, 12> kBounds = {0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 1000, 5000, 30'000};  // ms
  struct Histogram {
    std::array<std::uint64_t, kBounds.size() + 1> buckets{};
    double sum_ms = 0;
    std::uint64_t count = 0;
  };
  mutable std::mutex mutex_;
  std::map<std::pair<std::string, unsigned>, std::uint64_t> requests_;  // by `method="…",route="…"` and status
  std::map<std::string, Histogram> latencies_;                          // by `route="…"`
};

/// Bytes of memory of this process that are resident, and those of them that are not backed by a file.
struct MemoryUse {
  std::uint64_t resident = 0;
  std::uint64_t anonymous = 0;
};
MemoryUse memory_use();

}  // namespace grove::serve
