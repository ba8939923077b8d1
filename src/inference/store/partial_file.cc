#include "inference/store/partial_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "base/check.h"
#include "base/file.h"

namespace grove::inference {

Result<PartialFile> PartialFile::open(const std::string& path) {
  const std::string doing = "cannot write " + path;
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (descriptor < 0) return std::unexpected(system_error(doing, errno));
  PartialFile file(path, descriptor, 0);
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    return fail(ErrorCode::kLocked, doing + ": another process is at it", "wait until it has finished");
  }
  struct stat status{};
  if (::fstat(descriptor, &status) != 0) return std::unexpected(system_error(doing, errno));
  file.size_ = static_cast<std::uint64_t>(status.st_size);
  return file;
}

PartialFile::PartialFile(PartialFile&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_) {}

PartialFile::~PartialFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Status PartialFile::write(std::uint64_t offset, std::string_view bytes) {
  GROVE_CONTRACT(offset <= size_);
  if (offset < size_ && ::ftruncate(descriptor_, static_cast<off_t>(offset)) != 0) {
    return std::unexpected(system_error("cannot write " + path_, errno));
  }
  size_ = offset;
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(size_));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return std::unexpected(system_error("cannot write " + path_, errno));
    bytes.remove_prefix(static_cast<std::size_t>(written));
    size_ += static_cast<std::uint64_t>(written);
  }
  return {};
}

Status PartialFile::sync() {
  return ::fdatasync(descriptor_) == 0 ? Status{} : std::unexpected(system_error("cannot write " + path_, errno));
}

}  // namespace grove::inference
