#include "corpus/writer_lock.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>

#include "base/clock.h"
#include "base/descriptor.h"

namespace grove::corpus {
namespace {

constexpr int kAttemptsToName = 5;
constexpr int kAttemptsToTake = 200;
constexpr std::chrono::milliseconds kPause{5};

/// What the holder wrote into the lock file: four lines.
struct Holder {
  long pid = 0;
  std::string host, since, doing;
};

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : std::string("unknown");
}

std::string take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string line(text.substr(0, end));
  text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  return line;
}

Holder read_holder(int file) {
  std::array<char, 2048> bytes{};
  const ssize_t size = pread(file, bytes.data(), bytes.size(), 0);
  std::string_view text(bytes.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  Holder holder;
  holder.pid = std::strtol(take_line(text).c_str(), nullptr, 10);
  holder.host = take_line(text);
  holder.since = take_line(text);
  holder.doing = take_line(text);
  return holder;
}

/// What flock says, 0 for success.
int try_lock(int file, int how) {
  int outcome = 0;
  do outcome = flock(file, how | LOCK_NB);
  while (outcome != 0 && errno == EINTR);
  return outcome == 0 ? 0 : errno;
}

/// Whether somebody holds the lock. Only the lock knows: the text may be of a process that was killed, whose pid another one has by now or
/// whose machine was a container of another name.
bool is_held(int file) {
  const int outcome = try_lock(file, LOCK_SH);
  if (outcome == 0) flock(file, LOCK_UN);
  return outcome == EWOULDBLOCK;
}

/// Takes the lock; 0 for success. Those who only look share it for a moment: they are waited for, and a holder is not.
int take_lock(int file) {
  int reason = try_lock(file, LOCK_EX);
  for (int attempt = 1; attempt < kAttemptsToTake && reason == EWOULDBLOCK && !is_held(file); ++attempt) {
    std::this_thread::sleep_for(kPause);
    reason = try_lock(file, LOCK_EX);
  }
  return reason;
}

/// False while the file still holds what an earlier process, ended by now, left in it.
bool is_plausible(const Holder& holder) {
  if (holder.pid <= 0) return false;
  if (holder.host != host_name()) return true;
  return kill(static_cast<pid_t>(holder.pid), 0) == 0 || errno == EPERM;
}

/// The holder may have taken the lock but not written its name yet.
Holder wait_for_holder(int file) {
  Holder holder = read_holder(file);
  for (int attempt = 1; attempt < kAttemptsToName && !is_plausible(holder); ++attempt) {
    std::this_thread::sleep_for(kPause);
    holder = read_holder(file);
  }
  return is_plausible(holder) ? holder : Holder{};
}

std::string said(const Holder& holder) {
  const std::string host = holder.host == host_name() ? std::string{} : fmt::format(" on {}", holder.host);
  if (holder.pid == 0) return "another process is writing to it";
  return fmt::format("process {}{} is {} since {}", holder.pid, host, holder.doing, holder.since);
}

std::unexpected<Error> locked_by(const Holder& holder, const std::string& directory) {
  return fail(ErrorCode::kLocked, fmt::format("cannot write to {}: {}", directory, said(holder)),
              "wait until it has ended and run the same command again");
}

std::string one_line(std::string text) {
  for (char& letter : text)
    if (static_cast<unsigned char>(letter) < ' ') letter = ' ';
  return text.substr(0, 500);
}

class FileLock final : public WriterLock {
 public:
  explicit FileLock(int file) : file_(file) {}
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock() override {
    // The file stays: removing it would let two processes lock two files of one name.
    [[maybe_unused]] const int cleared = ftruncate(file_, 0);
    close(file_);
  }

  /// For people only: a failure to write it is none of the lock.
  void sign(const std::string& doing) const {
    const auto now = std::chrono::floor<std::chrono::seconds>(system_clock().now());
    const std::string text = fmt::format("{}\n{}\n{:%Y-%m-%d %H:%M:%S} UTC\n{}\n", getpid(), host_name(),
                                         fmt::gmtime(std::chrono::system_clock::to_time_t(now)), one_line(doing));
    [[maybe_unused]] const int cleared = ftruncate(file_, 0);
    [[maybe_unused]] const ssize_t written = pwrite(file_, text.data(), text.size(), 0);
  }

 private:
  int file_;
};

}  // namespace

std::optional<std::string> WriterLock::holder(const std::string& directory) {
  const Descriptor file(open((directory + "/writer.lock").c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0 || !is_held(file.get())) return std::nullopt;
  return said(wait_for_holder(file.get()));
}

Result<std::unique_ptr<WriterLock>> WriterLock::acquire(const std::string& directory, const std::string& doing,
                                                        const std::string& file_name) {
  const std::string path = directory + "/" + file_name;
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0)
    return fail(ErrorCode::kIo, fmt::format("cannot lock {}: {}", path, std::strerror(errno)),
                "check that the folder exists and that you may write to it");
  // flock belongs to the open file, not to the process: two threads that open it each exclude one another too.
  const int reason = take_lock(file);
  if (reason == 0) {
    auto lock = std::make_unique<FileLock>(file);
    lock->sign(doing);
    return lock;
  }
  const Holder holder = reason == EWOULDBLOCK ? wait_for_holder(file) : Holder{};
  close(file);
  if (reason == EWOULDBLOCK) return locked_by(holder, directory);
  return fail(ErrorCode::kIo, fmt::format("cannot lock {}: {}", path, std::strerror(reason)),
              "keep the data directory on a file system with locks");
}

}  // namespace grove::corpus
