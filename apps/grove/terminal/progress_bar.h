#pragma once

#include <chrono>
#include <mutex>
#include <string>

#include "apps/grove/terminal/console.h"
#include "base/clock.h"
#include "base/progress.h"

namespace grove::cli {

/// "parsing shop  [#####-----]  1,204 of 2,408 files  820/s  0:01 left", without the bar where the total isn't known.
enum class Bar { kDrawn, kLeftOut };
std::string progress_line(const Progress& progress, std::chrono::milliseconds elapsed, Bar bar);

/// Shows progress on stderr: a bar on a terminal, a line every few seconds elsewhere, nothing with --quiet. Thread-safe.
class ProgressBar final : public ProgressSink {
 public:
  ProgressBar(const Console& console, const Clock& clock) : console_(console), clock_(clock) {}
  ~ProgressBar() override { clear(); }

  void report(const Progress& progress) override;
  /// Takes the bar away before something else is written.
  void clear();

 private:
  using Time = std::chrono::steady_clock::time_point;
  const Console& console_;
  const Clock& clock_;
  std::mutex mutex_;
  std::string stage_;
  Time stage_began_{};
  Time shown_{};
  bool visible_ = false;
};

}  // namespace grove::cli
