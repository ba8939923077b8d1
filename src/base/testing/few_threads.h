#pragma once

#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <functional>

namespace grove {

/// Runs `body` in a child process that can start two or three threads and no more, while memory for everything else is left. Returns what
/// it returned, below 100; 124 where it did not end within a minute. Call with no other thread running.
inline int run_with_few_threads(const std::function<int()>& body) {
  const pid_t child = ::fork();
  if (child == 0) {
    constexpr rlim_t kStack = rlim_t{1} << 30U;
    rlim_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const rlim_t most = pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + 3 * kStack + kStack / 2;
    const rlimit memory{most, most};
    ::setrlimit(RLIMIT_AS, &memory);
    pthread_attr_t attributes;
    ::pthread_attr_init(&attributes);
    ::pthread_attr_setstacksize(&attributes, kStack);
    ::pthread_setattr_default_np(&attributes);
    ::alarm(60);
    ::_exit(body());
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 124;
}

}  // namespace grove
