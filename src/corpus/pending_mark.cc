#include "corpus/pending_mark.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "base/file.h"

namespace grove::corpus {
namespace {

constexpr const char* kFile = "/pending";

int lock(int file, int how) {
  int outcome = 0;
  do outcome = ::flock(file, how);
  while (outcome != 0 && errno == EINTR);
  return outcome;
}

}  // namespace

Result<PendingMark> PendingMark::open(const std::string& directory) {
  const std::string path = directory + kFile;
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0) return std::unexpected(system_error("cannot open " + path, errno));
  return PendingMark(file);
}

PendingMark::PendingMark(PendingMark&& other) noexcept : file_(std::exchange(other.file_, -1)), is_up_(other.is_up_) {}

PendingMark::~PendingMark() {
  if (file_ >= 0) ::close(file_);
}

void PendingMark::raise() {
  // Who asks holds it for a moment only: it is waited for.
  if (!is_up_) is_up_ = lock(file_, LOCK_EX) == 0;
}

void PendingMark::lower() {
  if (is_up_) lock(file_, LOCK_UN);
  is_up_ = false;
}

bool PendingMark::is_raised(const std::string& directory) {
  const int file = ::open((directory + kFile).c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool raised = lock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(file);
  return raised;
}

}  // namespace grove::corpus
