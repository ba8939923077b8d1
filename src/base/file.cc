#include "base/file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/check.h"
#include "base/descriptor.h"

namespace grove {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{256} << 10U;
constexpr std::size_t kMostWritten = std::size_t{4} << 20U;  // by one call, so that a cancel doesn't wait long

Result<struct stat> status_of_regular(int fd, const std::string& path) {
  struct stat status{};
  if (::fstat(fd, &status) != 0) return std::unexpected(system_error("cannot read " + path, errno));
  if (!S_ISREG(status.st_mode)) return fail(ErrorCode::kInvalidArgument, "cannot read " + path + ": it is not a regular file");
  return status;
}

struct Piece {
  std::size_t size = 0;
  int failed = 0;  // the error number
};

/// Reads until the room is full or there is no more.
Piece read_piece(int fd, char* data, std::size_t room, const FileCalls& calls) {
  Piece piece;
  while (piece.size < room) {
    const ssize_t got = calls.read(fd, data + piece.size, room - piece.size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) piece.failed = errno;
    if (got <= 0) break;
    piece.size += static_cast<std::size_t>(got);
  }
  return piece;
}

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

}  // namespace

int FileCalls::open(const char* path, int flags, mode_t mode) const { return ::open(path, flags, mode); }
ssize_t FileCalls::read(int fd, char* buffer, std::size_t size) const { return ::read(fd, buffer, size); }
ssize_t FileCalls::write(int fd, const char* bytes, std::size_t size) const { return ::write(fd, bytes, size); }
int FileCalls::sync(int fd) const { return ::fsync(fd); }
int FileCalls::rename(const char* from, const char* to) const { return ::rename(from, to); }

bool CancellableCalls::refused() const {
  if (!cancel_.cancelled()) return false;
  errno = ECANCELED;
  return true;
}
int CancellableCalls::open(const char* path, int flags, mode_t mode) const {
  return (flags & O_ACCMODE) != O_RDONLY && refused() ? -1 : calls_.open(path, flags, mode);
}
ssize_t CancellableCalls::write(int fd, const char* bytes, std::size_t size) const {
  return refused() ? -1 : calls_.write(fd, bytes, size);
}
int CancellableCalls::sync(int fd) const { return refused() ? -1 : calls_.sync(fd); }
int CancellableCalls::rename(const char* from, const char* to) const { return refused() ? -1 : calls_.rename(from, to); }

const FileCalls& system_calls() {
  static const FileCalls calls;
  return calls;
}

Error system_error(std::string_view doing, int errno_value) {
  Error error{ErrorCode::kIo, std::string(doing) + ": " + std::generic_category().message(errno_value), {}};
  switch (errno_value) {
    case ENOENT:
    case ENOTDIR: error.code = ErrorCode::kNotFound; break;
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      error.code = ErrorCode::kResourceLimit;
      error.hint = "free some disk space and run the same command again";
      break;
    case ECANCELED: error.code = ErrorCode::kCancelled; break;
    case EMFILE:
    case ENFILE:
      error.code = ErrorCode::kUnavailable;
      error.hint = "raise the limit on open files (ulimit -n)";
      break;
    case ENOMEM:
      error.code = ErrorCode::kUnavailable;
      error.hint = "free some memory and run the same command again";
      break;
    case EACCES:
    case EPERM: error.hint = "check the permissions"; break;
    default: break;
  }
  return error;
}

Result<std::string> read_descriptor(int fd, std::string_view name, std::uint64_t limit, const FileCalls& calls) {
  struct stat status{};
  const bool is_file = ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
  const auto size = is_file ? static_cast<std::uint64_t>(status.st_size) : 0;
  std::string bytes;
  // Piece by piece until the end; what has a size from the beginning is read at once and not asked for more.
  for (std::size_t room = size > 0 ? std::min(size, limit + 1) : kBufferBytes;; room = bytes.size() + kBufferBytes) {
    Piece piece;
    const std::size_t before = bytes.size();
    bytes.resize_and_overwrite(before + room, [&](char* data, std::size_t end) {
      piece = read_piece(fd, data + before, end - before, calls);
      return before + piece.size;
    });
    if (piece.failed != 0) return std::unexpected(system_error("cannot read " + std::string(name), piece.failed));
    if (bytes.size() > limit)
      return fail(ErrorCode::kResourceLimit,
                  "cannot read " + std::string(name) + ": it is larger than " + std::to_string(limit) + " bytes");
    if (piece.size < room || bytes.size() == size) return bytes;
  }
}

Result<std::string> read_file(const std::string& path, std::uint64_t limit, const FileCalls& calls) {
  const Descriptor file(calls.open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0));
  if (file.get() < 0) return std::unexpected(system_error("cannot open " + path, errno));
  const auto status = status_of_regular(file.get(), path);
  if (!status) return std::unexpected(status.error());
  return read_descriptor(file.get(), path, limit, calls);
}

AtomicFile::AtomicFile(std::string path, std::string temporary, int fd, const FileCalls& calls)
    : path_(std::move(path)), temporary_(std::move(temporary)), fd_(fd), calls_(&calls) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::move(other.temporary_)),
      fd_(other.fd_),
      calls_(other.calls_),
      buffer_(std::move(other.buffer_)),
      size_(other.size_),
      status_(std::move(other.status_)) {
  other.fd_ = -1;
  other.temporary_.clear();
}

AtomicFile::~AtomicFile() {
  if (fd_ >= 0) ::close(fd_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

Result<AtomicFile> AtomicFile::create(const std::string& path, const FileCalls& calls) {
  static std::atomic<std::uint64_t> serial{0};
  std::string temporary = path + ".tmp-" + std::to_string(::getpid()) + "-" + std::to_string(serial.fetch_add(1));
  const int fd = calls.open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (fd < 0) return std::unexpected(system_error("cannot create " + path, errno));
  return AtomicFile(path, std::move(temporary), fd, calls);
}

Status AtomicFile::append(std::string_view bytes) {
  if (!status_) return status_;
  size_ += bytes.size();
  if (buffer_.size() + bytes.size() <= kBufferBytes) {
    buffer_.append(bytes);
    return {};
  }
  GROVE_RETURN_IF_ERROR(flush());
  if (bytes.size() >= kBufferBytes) return write_all(bytes);
  buffer_.assign(bytes);
  return {};
}

Status AtomicFile::flush() {
  Status written = write_all(buffer_);
  buffer_.clear();
  return written;
}

Status AtomicFile::write_all(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = calls_->write(fd_, bytes.data(), std::min(bytes.size(), kMostWritten));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return status_ = std::unexpected(system_error("cannot write " + path_, errno));
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return {};
}

Status AtomicFile::commit(Durability durability) {
  GROVE_CONTRACT(fd_ >= 0);
  if (!status_) return status_;
  GROVE_RETURN_IF_ERROR(flush());
  if (durability == Durability::kDisk && calls_->sync(fd_) != 0) return std::unexpected(system_error("cannot write " + path_, errno));
  // A network file system may report a failed write only here.
  const int closed = ::close(std::exchange(fd_, -1));
  if (closed != 0 && errno != EINTR) return std::unexpected(system_error("cannot write " + path_, errno));
  if (calls_->rename(temporary_.c_str(), path_.c_str()) != 0) return std::unexpected(system_error("cannot replace " + path_, errno));
  temporary_.clear();
  return durability == Durability::kDisk ? sync_directory(folder_of(path_), *calls_) : Status{};
}

Status write_file(const std::string& path, std::string_view bytes, Durability durability, const FileCalls& calls) {
  auto file = AtomicFile::create(path, calls);
  if (!file) return std::unexpected(file.error());
  GROVE_RETURN_IF_ERROR(file->append(bytes));
  return file->commit(durability);
}

Status sync_directory(const std::string& path, const FileCalls& calls) {
  const Descriptor folder(calls.open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0));
  if (folder.get() < 0) return std::unexpected(system_error("cannot open folder " + path, errno));
  // Some file systems can't sync a folder and say so; their renames are durable or can't be made so.
  if (calls.sync(folder.get()) != 0 && errno != EINVAL) return std::unexpected(system_error("cannot write folder " + path, errno));
  return {};
}

Status check_writable(const std::string& folder) {
  // The system asks by the rights that it will go by, which are not those of who started a program with others' rights.
  if (::faccessat(AT_FDCWD, folder.c_str(), W_OK | X_OK, AT_EACCESS) == 0) return {};
  return std::unexpected(system_error("cannot write to folder " + folder, errno));
}

Status create_directories(const std::string& path) {
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    const std::string part = path.substr(0, end);
    if (!part.empty() && ::mkdir(part.c_str(), 0700) != 0 && errno != EEXIST) {
      struct stat status{};
      const int reason = errno;
      if (::stat(part.c_str(), &status) != 0) return std::unexpected(system_error("cannot create folder " + part, reason));
    }
    if (end == std::string::npos) break;
  }
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return std::unexpected(system_error("cannot create folder " + path, errno));
  if (!S_ISDIR(status.st_mode)) return std::unexpected(system_error("cannot create folder " + path, EEXIST));
  return {};
}

Status remove_file(const std::string& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) return std::unexpected(system_error("cannot remove " + path, errno));
  return {};
}

Status remove_tree(const std::string& path) {
  std::error_code reason;
  std::filesystem::remove_all(path, reason);
  if (reason && reason != std::errc::no_such_file_or_directory)
    return std::unexpected(system_error("cannot remove " + path, reason.value()));
  return {};
}

Result<MappedFile> MappedFile::open(const std::string& path, Access access, const FileCalls& calls) {
  const Descriptor file(calls.open(path.c_str(), O_RDONLY | O_CLOEXEC, 0));
  if (file.get() < 0) return std::unexpected(system_error("cannot open " + path, errno));
  const auto status = status_of_regular(file.get(), path);
  if (!status) return std::unexpected(status.error());
  MappedFile mapped;
  if (status->st_size == 0) return mapped;
  mapped.size_ = static_cast<std::size_t>(status->st_size);
  void* const address = ::mmap(nullptr, mapped.size_, PROT_READ, MAP_SHARED, file.get(), 0);
  if (address == MAP_FAILED) {
    mapped.size_ = 0;
    return std::unexpected(system_error("cannot map " + path, errno));
  }
  ::madvise(address, mapped.size_, access == Access::kSequential ? MADV_SEQUENTIAL : MADV_RANDOM);
  mapped.data_ = static_cast<const char*>(address);
  return mapped;
}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(const_cast<char*>(data_), size_);
}

}  // namespace grove
