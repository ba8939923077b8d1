#include "source/watch/wake_signal.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdint>

#include "base/file.h"

namespace grove::source {

WakeSignal::WakeSignal() : event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

WakeSignal::~WakeSignal() {
  if (event_ >= 0) ::close(event_);
}

void WakeSignal::raise() const {
  constexpr std::uint64_t kOne = 1;
  [[maybe_unused]] const auto written = ::write(event_, &kOne, sizeof kOne);
}

Result<WakeSignal::Outcome> WakeSignal::wait(int descriptor, std::chrono::milliseconds longest) const {
  if (event_ < 0) return fail(ErrorCode::kResourceLimit, "cannot wait for changes: too many files are open", "raise `ulimit -n`");
  pollfd waited[] = {{event_, POLLIN, 0}, {descriptor, POLLIN, 0}};
  const auto time = std::clamp<std::chrono::milliseconds::rep>(longest.count(), 0, INT_MAX);
  const int ready = ::poll(waited, 2, static_cast<int>(time));
  if (ready < 0 && errno != EINTR) return std::unexpected(system_error("cannot wait for changes", errno));
  if (ready <= 0) return Outcome::kTimeout;
  if (waited[0].revents == 0) return Outcome::kReadable;
  std::uint64_t count = 0;
  [[maybe_unused]] const auto taken = ::read(event_, &count, sizeof count);
  return Outcome::kRaised;
}

}  // namespace grove::source
