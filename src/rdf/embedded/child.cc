#include "rdf/embedded/child.h"

#include <sys/wait.h>

#include <cerrno>
#include <csignal>

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

}  // namespace grove::rdf
