#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

#include "base/progress.h"

namespace grove::ingest {

/// Counts one stage of a run and reports it, one call at a time and at most twenty times a second. Thread-safe.
class StageProgress {
 public:
  /// `subject` is what the work is about: the repository. Reports the beginning.
  StageProgress(ProgressSink& sink, std::string_view stage, std::string_view subject, std::uint64_t total);
  /// Reports the end.
  ~StageProgress();
  StageProgress(const StageProgress&) = delete;
  StageProgress& operator=(const StageProgress&) = delete;

  void advance(std::uint64_t by = 1);

 private:
  void report(std::uint64_t done);

  ProgressSink& sink_;
  std::string stage_;
  std::string subject_;
  std::uint64_t total_;
  std::atomic<std::uint64_t> done_{0};
  std::mutex reporting_;
  std::chrono::steady_clock::time_point next_report_;
};

}  // namespace grove::ingest
