#include "apps/grove/interrupt.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <utility>

namespace grove::cli {
namespace {

constexpr int kInterrupted = 130;
constexpr char kSignal = 's';
constexpr char kQuit = 'q';

// A signal handler reaches nothing but globals.
std::atomic<int> wake_end = -1;
std::atomic<int> signals_seen = 0;

void on_signal(int) {
  const int saved = errno;
  if (signals_seen.fetch_add(1) > 0) ::_exit(kInterrupted);
  [[maybe_unused]] const auto written = ::write(wake_end.load(), &kSignal, 1);
  errno = saved;
}

void handle(int number, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  ::sigaction(number, &action, nullptr);
}

}  // namespace

InterruptWatch::InterruptWatch(std::function<void()> on_interrupt) : on_interrupt_(std::move(on_interrupt)) {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) return;
  wake_end = ends[1];
  signals_seen = 0;
  thread_ = std::jthread([this, read_end = ends[0]] {
    char what = kQuit;
    while (::read(read_end, &what, 1) == 1 && what == kSignal) on_interrupt_();
    ::close(read_end);
  });
  handle(SIGINT, on_signal);
  handle(SIGTERM, on_signal);
}

InterruptWatch::~InterruptWatch() {
  handle(SIGINT, SIG_DFL);
  handle(SIGTERM, SIG_DFL);
  const int end = wake_end.exchange(-1);
  if (end < 0) return;
  [[maybe_unused]] const auto written = ::write(end, &kQuit, 1);
  thread_ = {};
  ::close(end);
}

}  // namespace grove::cli
