#pragma once

#include <chrono>

#include "base/result.h"

namespace grove::source {

/// Ends the wait of a thread from another one; a signal before the wait ends the next one. `raise` is thread-safe, the rest belongs to the
/// thread that waits.
class WakeSignal {
 public:
  WakeSignal();
  ~WakeSignal();
  WakeSignal(const WakeSignal&) = delete;
  WakeSignal& operator=(const WakeSignal&) = delete;

  void raise() const;

  enum class Outcome { kTimeout, kRaised, kReadable };
  /// Until the signal is raised, `descriptor` (none where negative) has something to read, or the time is over. kIo where the system can't
  /// wait.
  Result<Outcome> wait(int descriptor, std::chrono::milliseconds longest) const;

 private:
  int event_ = -1;
};

}  // namespace grove::source
