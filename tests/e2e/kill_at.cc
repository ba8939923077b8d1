#include <dlfcn.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>

// Put before a program's own libraries (LD_PRELOAD), kills it as it is about to replace or remove its N-th file, as KILL_AT says: nothing
// is flushed, and nobody cleans up.
namespace {

std::atomic<int> changes = 0;

void count() {
  const char* const at = std::getenv("KILL_AT");
  if (at != nullptr && ++changes == std::atoi(at)) ::kill(::getpid(), SIGKILL);
}

}  // namespace

extern "C" int rename(const char* from, const char* to) noexcept {
  count();
  return reinterpret_cast<int (*)(const char*, const char*)>(::dlsym(RTLD_NEXT, "rename"))(from, to);
}

extern "C" int unlink(const char* path) noexcept {
  count();
  return reinterpret_cast<int (*)(const char*)>(::dlsym(RTLD_NEXT, "unlink"))(path);
}
