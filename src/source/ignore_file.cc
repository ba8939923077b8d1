#include "source/ignore_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

namespace grove::source {

IgnoreRules read_ignore_file(int folder, const std::string& name) {
  constexpr std::uint64_t kLimit = 64U << 20U;
  const int fd = ::openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return {};
  struct stat status{};
  const bool regular = ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
  const auto bytes = regular ? read_descriptor(fd, name, kLimit) : Result<std::string>{};
  ::close(fd);
  return bytes ? IgnoreRules(*bytes) : IgnoreRules();
}

}  // namespace grove::source
