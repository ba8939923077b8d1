#include "rdf/embedded/child.h"

#include <sys/wait.h>

#include <cerrno>
#include <csignal>
#include <thread>

namespace grove::rdf {

Child::~Child() {
  end();
  wait();
}

void Child::end() const {
  if (pid_ > 0) ::kill(pid_, SIGKILL);
}

int Child::wait() {
  int status = 0;
  const pid_t pid = std::exchange(pid_, kNone);
  if (pid <= 0) return 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

void Child::leave_after(std::chrono::milliseconds patience) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (pid_ > 0 && ::waitpid(pid_, nullptr, WNOHANG) == 0 && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  pid_ = kNone;
}

}  // namespace grove::rdf
