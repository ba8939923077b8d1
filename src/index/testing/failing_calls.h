#pragma once

#include <fcntl.h>

#include <atomic>
#include <cerrno>

#include "base/file.h"

namespace grove::index::testing {

/// Fails the n-th call that changes something, and every later one: like a full disk, or a machine that stops there. Thread-safe.
/// Nothing waits for the disk: what these tests look at survives without it.
class FailingCalls final : public FileCalls {
 public:
  explicit FailingCalls(int good) : left_(good) {}
  int open(const char* path, int flags, mode_t mode) const override {
    return (flags & O_ACCMODE) != O_RDONLY && fails() ? -1 : FileCalls::open(path, flags, mode);
  }
  ssize_t write(int fd, const char* bytes, std::size_t size) const override {
    if (!fails()) return FileCalls::write(fd, bytes, size);
    if (size > 1) (void)FileCalls::write(fd, bytes, size / 2);  // torn
    errno = ENOSPC;
    return -1;
  }
  int sync(int /*fd*/) const override { return fails() ? -1 : 0; }
  int rename(const char* from, const char* to) const override { return fails() ? -1 : FileCalls::rename(from, to); }
  bool failed() const { return left_ < 0; }

 private:
  bool fails() const {
    if (left_.fetch_sub(1) > 0) return false;
    left_ = -1;
    errno = ENOSPC;
    return true;
  }
  mutable std::atomic<int> left_;
};

/// Refuses to open files for reading whose names end so, with the given reason.
class UnreadableFiles final : public FileCalls {
 public:
  UnreadableFiles(std::string_view ending, int reason) : ending_(ending), reason_(reason) {}
  int open(const char* path, int flags, mode_t mode) const override {
    if ((flags & O_ACCMODE) != O_RDONLY || !std::string_view(path).ends_with(ending_)) return FileCalls::open(path, flags, mode);
    errno = reason_;
    return -1;
  }

 private:
  std::string_view ending_;
  int reason_;
};

}  // namespace grove::index::testing
