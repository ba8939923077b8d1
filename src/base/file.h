#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/cancel.h"
#include "base/result.h"

namespace grove {

/// The system calls by which whole files are read and written. A seam: the machine's calls, or a decorator that limits, counts or refuses
/// them. Each returns what the system call of that name returns and leaves the reason in `errno`. Thread-safe.
class FileCalls {
 public:
  virtual ~FileCalls() = default;
  virtual int open(const char* path, int flags, mode_t mode) const;
  virtual ssize_t read(int fd, char* buffer, std::size_t size) const;
  virtual ssize_t write(int fd, const char* bytes, std::size_t size) const;
  virtual int sync(int fd) const;
  virtual int rename(const char* from, const char* to) const;
};

/// The machine's own calls.
const FileCalls& system_calls();

/// Other calls until the work is cancelled; then nothing more is created, written, synced or renamed (ECANCELED). Borrows both.
class CancellableCalls final : public FileCalls {
 public:
  CancellableCalls(const FileCalls& calls, const CancelToken& cancel) : calls_(calls), cancel_(cancel) {}
  int open(const char* path, int flags, mode_t mode) const override;
  ssize_t read(int fd, char* buffer, std::size_t size) const override { return calls_.read(fd, buffer, size); }
  ssize_t write(int fd, const char* bytes, std::size_t size) const override;
  int sync(int fd) const override;
  int rename(const char* from, const char* to) const override;

 private:
  bool refused() const;

  const FileCalls& calls_;
  const CancelToken& cancel_;
};

/// An Error for `errno_value`: kNotFound for a missing file, kResourceLimit for a full disk or quota or too many open files, kCancelled
/// for cancelled work, else kIo.
/// The message reads "`doing`: reason".
Error system_error(std::string_view doing, int errno_value);

/// All bytes of a regular file. kResourceLimit when it holds more than `limit` bytes; kInvalidArgument for anything but a regular file.
Result<std::string> read_file(const std::string& path, std::uint64_t limit = std::uint64_t{1} << 40U,
                              const FileCalls& calls = system_calls());

/// Reads what an open descriptor still has, up to `limit` bytes; `name` is for messages.
Result<std::string> read_descriptor(int fd, std::string_view name, std::uint64_t limit, const FileCalls& calls = system_calls());

enum class Durability {
  kProcess,  ///< Survives the death of the process.
  kDisk,     ///< Survives a power cut as well: file and folder are synced.
};

/// Writes a new file beside its final name and renames it into place on commit: readers see the old file or the whole new one.
/// Without a commit nothing is left behind. Buffered; belongs to one thread.
class AtomicFile {
 public:
  static Result<AtomicFile> create(const std::string& path, const FileCalls& calls = system_calls());
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile();

  /// The first failure is kept: later calls and `commit` return it again.
  Status append(std::string_view bytes);
  /// Bytes appended so far.
  std::uint64_t size() const { return size_; }
  /// Makes the file appear under its name. Call once.
  Status commit(Durability durability = Durability::kDisk);

 private:
  AtomicFile(std::string path, std::string temporary, int fd, const FileCalls& calls);
  Status flush();
  Status write_all(std::string_view bytes);

  std::string path_;
  std::string temporary_;
  int fd_;
  const FileCalls* calls_;
  std::string buffer_;
  std::uint64_t size_ = 0;
  Status status_;
};

/// Replaces `path` by these bytes, all or nothing.
Status write_file(const std::string& path, std::string_view bytes, Durability durability = Durability::kDisk,
                  const FileCalls& calls = system_calls());

/// Makes created, renamed and removed names in a folder survive a power cut.
Status sync_directory(const std::string& path, const FileCalls& calls = system_calls());

/// Whether files may be created in a folder and changed there; what speaks against it, else.
Status check_writable(const std::string& folder);

/// Creates a folder and its parents, readable by the owner only where they are new. Fine if it is there already.
Status create_directories(const std::string& path);

/// Removes a file. Fine if there is none.
Status remove_file(const std::string& path);

/// Removes a folder with all below it; symbolic links are removed, never followed. Fine if there is none.
Status remove_tree(const std::string& path);

/// A whole file mapped read-only. The file must not be shortened while mapped (ours never are: they are replaced by rename). The bytes
/// stay readable after the file's name is removed. Thread-safe for reading.
class MappedFile {
 public:
  enum class Access { kRandom, kSequential };
  static Result<MappedFile> open(const std::string& path, Access access = Access::kRandom, const FileCalls& calls = system_calls());
  MappedFile() = default;
  MappedFile(MappedFile&& other) noexcept : data_(other.data_), size_(other.size_) { other.data_ = nullptr, other.size_ = 0; }
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  std::string_view bytes() const { return {data_, size_}; }

 private:
  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace grove
