#include "base/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>

#include "base/file.h"

namespace grove {
namespace {

Result<Descriptor> opened(const std::string& folder) {
  Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor.get() < 0) return std::unexpected(system_error("cannot open the folder " + folder, errno));
  return descriptor;
}

int lock(const Descriptor& folder, int how) {
  int outcome = 0;
  do outcome = ::flock(folder.get(), how);
  while (outcome != 0 && errno == EINTR);
  return outcome == 0 ? 0 : errno;
}

}  // namespace

Result<FolderLock> FolderLock::take(const std::string& folder) {
  GROVE_ASSIGN_OR_RETURN(Descriptor descriptor, opened(folder));
  if (const int error = lock(descriptor, LOCK_EX); error != 0)
    return std::unexpected(system_error("cannot lock the folder " + folder, error));
  return FolderLock(std::move(descriptor));
}

Result<FolderLock> FolderLock::try_take(const std::string& folder) {
  GROVE_ASSIGN_OR_RETURN(Descriptor descriptor, opened(folder));
  const int error = lock(descriptor, LOCK_EX | LOCK_NB);
  if (error == EWOULDBLOCK)
    return fail(ErrorCode::kLocked, "another process works on " + folder, "wait until it has ended, and run this again");
  if (error != 0) return std::unexpected(system_error("cannot lock the folder " + folder, error));
  return FolderLock(std::move(descriptor));
}

}  // namespace grove
