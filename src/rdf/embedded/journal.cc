#include "rdf/embedded/journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/hash.h"
#include "rdf/embedded/descriptors.h"

namespace grove::rdf {
namespace {

constexpr std::string_view kMagic = "GRQ1";
constexpr std::string_view kSnapshotEnding = "quads";
constexpr std::string_view kLogEnding = "log";
/// A process that was killed may hold the lock a little longer than it lives.
constexpr auto kPatience = std::chrono::milliseconds(200);

/// At the beginning of a file.
struct FileHead {
  std::array<char, 4> magic{};
  std::uint32_t reserved = 0;
  std::uint64_t changes = 0;  ///< How many there were before this log, or up to this snapshot.
  std::uint64_t check = 0;    ///< Of what stands before it.
};

/// Before a change.
struct RecordHead {
  std::uint64_t size = 0;
  std::uint64_t payload_check = 0;
  std::uint64_t check = 0;  ///< Of what stands before it.
};

template <class Head>
std::string_view bytes_of(const Head& head) {
  return {reinterpret_cast<const char*>(&head), sizeof(head)};
}

template <class Head>
std::uint64_t check_of(const Head& head) {
  return hash64(bytes_of(head).substr(0, sizeof(head) - sizeof(head.check)));
}

template <class Head>
Head head_at(std::string_view bytes, std::uint64_t at) {
  Head head;
  std::memcpy(&head, bytes.data() + at, sizeof(head));
  return head;
}

FileHead file_head(std::uint64_t changes) {
  FileHead head;
  std::ranges::copy(kMagic, head.magic.begin());
  head.changes = changes;
  head.check = check_of(head);
  return head;
}

RecordHead record_head(std::string_view payload) {
  RecordHead head{.size = payload.size(), .payload_check = hash64(payload), .check = 0};
  head.check = check_of(head);
  return head;
}

std::unexpected<Error> damaged(const std::string& file, std::string_view what) {
  return fail(ErrorCode::kCorrupt, fmt::format("cannot open the triple store: {} {}", file, what),
              "Bring the folder back from a backup; or move that file and later ones of the folder away to go on with what stands before.");
}

/// The number of a file `0000000012.log`.
std::optional<std::uint64_t> number_of(const std::filesystem::path& path, std::string_view ending) {
  if (path.extension() != fmt::format(".{}", ending)) return std::nullopt;
  const std::string stem = path.stem().string();
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(stem.data(), stem.data() + stem.size(), number);
  return error == std::errc() && end == stem.data() + stem.size() ? std::optional(number) : std::nullopt;
}

std::vector<std::uint64_t> numbers_in(const std::string& folder, std::string_view ending) {
  std::vector<std::uint64_t> numbers;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (const auto number = number_of(entry.path(), ending)) numbers.push_back(*number);
  std::ranges::sort(numbers);
  return numbers;
}

/// Snapshots whose writer was killed.
Status remove_unfinished(const std::string& folder) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (entry.path().filename().string().find(fmt::format(".{}.tmp-", kSnapshotEnding)) != std::string::npos)
      GROVE_RETURN_IF_ERROR(remove_file(entry.path().string()));
  return {};
}

Result<FileHead> checked_head(const std::string& file, std::string_view bytes) {
  if (bytes.size() < sizeof(FileHead)) return damaged(file, "is shorter than its head");
  const auto head = head_at<FileHead>(bytes, 0);
  if (std::string_view(head.magic.data(), head.magic.size()) != kMagic) return damaged(file, "is of another format");
  if (head.check != check_of(head)) return damaged(file, "has a damaged head");
  return head;
}

struct Record {
  std::string_view payload;
  std::uint64_t end = 0;
};

/// What a file system leaves of a write that a power failure cut short, where it had noted the file's new size already.
bool is_never_written(std::string_view bytes) { return bytes.find_first_not_of('\0') == std::string_view::npos; }

/// The record there; nothing where the file was cut off in it.
Result<std::optional<Record>> record_at(const std::string& file, std::string_view bytes, std::uint64_t at) {
  if (bytes.size() - at < sizeof(RecordHead)) return std::nullopt;
  if (is_never_written(bytes.substr(at))) return std::nullopt;
  const auto head = head_at<RecordHead>(bytes, at);
  if (head.check != check_of(head)) return damaged(file, fmt::format("is damaged at byte {}", at));
  const std::uint64_t begin = at + sizeof(RecordHead);
  if (head.size > bytes.size() - begin) return std::nullopt;
  const std::string_view payload = bytes.substr(begin, head.size);
  if (hash64(payload) != head.payload_check) return damaged(file, fmt::format("is damaged after byte {}", begin));
  return Record{.payload = payload, .end = begin + head.size};
}

}  // namespace

std::string Journal::path(std::uint64_t number, std::string_view ending) const {
  return fmt::format("{}/{:010}.{}", folder_, number, ending);
}

Status Journal::lock() {
  const std::string file = folder_ + "/lock";
  lock_ = Descriptor(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (lock_.get() < 0) return std::unexpected(system_error("cannot open " + file, errno));
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (::flock(lock_.get(), LOCK_EX | LOCK_NB) != 0) {
    if (std::chrono::steady_clock::now() > end)
      return fail(ErrorCode::kLocked, fmt::format("another process has the triple store in {} open", folder_),
                  "End it, or ask its server.");
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return {};
}

Result<Journal> Journal::open(const std::string& folder, const Replay& replay, const std::function<void()>& on_lock) {
  Journal journal(folder);
  GROVE_RETURN_IF_ERROR(create_directories(folder));
  GROVE_RETURN_IF_ERROR(journal.lock());
  on_lock();
  GROVE_RETURN_IF_ERROR(remove_unfinished(folder));
  GROVE_RETURN_IF_ERROR(journal.replay_all(replay));
  GROVE_RETURN_IF_ERROR(journal.open_log(journal.number_));
  return journal;
}

Status Journal::replay_all(const Replay& replay) {
  const std::vector<std::uint64_t> snapshots = numbers_in(folder_, kSnapshotEnding);
  if (!snapshots.empty()) {
    number_ = snapshots.back();
    const std::string file = path(number_, kSnapshotEnding);
    GROVE_ASSIGN_OR_RETURN(const MappedFile mapped, MappedFile::open(file, MappedFile::Access::kSequential));
    GROVE_ASSIGN_OR_RETURN(const FileHead head, checked_head(file, mapped.bytes()));
    GROVE_ASSIGN_OR_RETURN(const std::optional<Record> record, record_at(file, mapped.bytes(), sizeof(FileHead)));
    if (!record) return damaged(file, "is cut off");
    changes_ = head.changes;
    snapshot_bytes_ = mapped.bytes().size();
    if (Status status = replay(record->payload); !status) return damaged(file, status.error().message);
  }
  for (const std::uint64_t log : numbers_in(folder_, kLogEnding)) {
    if (log < number_) continue;
    GROVE_RETURN_IF_ERROR(replay_log(log, replay));
  }
  return {};
}

Status Journal::replay_log(std::uint64_t number, const Replay& replay) {
  const std::string file = path(number, kLogEnding);
  std::uint64_t at = sizeof(FileHead);
  {
    GROVE_ASSIGN_OR_RETURN(const MappedFile mapped, MappedFile::open(file, MappedFile::Access::kSequential));
    const std::string_view bytes = mapped.bytes();
    if (bytes.size() < sizeof(FileHead)) {  // killed while it was begun: nothing was promised yet
      at = 0;
    } else {
      GROVE_ASSIGN_OR_RETURN(const FileHead head, checked_head(file, bytes));
      const bool is_left_over = head.changes < changes_ && bytes.size() == sizeof(FileHead);  // begun in vain, while changes went on
      if (is_left_over)
        at = 0;
      else if (head.changes != changes_)
        return damaged(file, fmt::format("follows {} changes, and there are {}", head.changes, changes_));
      while (!is_left_over) {
        GROVE_ASSIGN_OR_RETURN(const std::optional<Record> record, record_at(file, bytes, at));
        if (!record) break;
        if (Status status = replay(record->payload); !status) return damaged(file, status.error().message);
        at = record->end;
        ++changes_;
      }
    }
  }
  if (::truncate(file.c_str(), static_cast<off_t>(at)) != 0) return std::unexpected(system_error("cannot shorten " + file, errno));
  log_bytes_ += at;
  number_ = number;
  return {};
}

Status Journal::open_log(std::uint64_t number) {
  const std::string file = path(number, kLogEnding);
  Descriptor log(::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  if (log.get() < 0) return std::unexpected(system_error("cannot open " + file, errno));
  struct stat info{};
  if (::fstat(log.get(), &info) != 0) return std::unexpected(system_error("cannot open " + file, errno));
  auto end = static_cast<std::uint64_t>(info.st_size);
  if (end < sizeof(FileHead)) {
    const bool is_begun =
        ::ftruncate(log.get(), 0) == 0 && write_all(log.get(), bytes_of(file_head(changes_))) && ::fdatasync(log.get()) == 0;
    Status begun = is_begun ? sync_directory(folder_) : std::unexpected(system_error("cannot write " + file, errno));
    if (!begun) {  // changes go on in the log before it, which this one would not follow
      static_cast<void>(remove_file(file));
      return begun;
    }
    end = sizeof(FileHead);
    log_bytes_ += end;
  }
  end_ = before_last_ = end;
  log_ = std::move(log);
  number_ = number;
  return {};
}

Status Journal::append(std::string_view delta) {
  const RecordHead head = record_head(delta);
  if (!write_all(log_.get(), bytes_of(head)) || !write_all(log_.get(), delta) || ::fdatasync(log_.get()) != 0) {
    Error error = system_error("cannot write " + path(number_, kLogEnding), errno);
    // A record behind half of another would never be read again: better none is written.
    if (::ftruncate(log_.get(), static_cast<off_t>(end_)) != 0) log_ = Descriptor();
    return std::unexpected(std::move(error));
  }
  before_last_ = end_;
  end_ += sizeof(head) + delta.size();
  log_bytes_ += sizeof(head) + delta.size();
  ++changes_;
  return {};
}

void Journal::take_back() {
  if (before_last_ == end_ || ::ftruncate(log_.get(), static_cast<off_t>(before_last_)) != 0) return;
  log_bytes_ -= end_ - before_last_;
  end_ = before_last_;
  --changes_;
}

Status Journal::begin_snapshot() {
  tried_at_ = log_bytes_;
  return open_log(number_ + 1);
}

Status Journal::write_snapshot(const std::function<Status(const std::function<void(std::string_view)>&)>& write) const {
  std::string payload;
  GROVE_RETURN_IF_ERROR(write([&](std::string_view piece) { payload += piece; }));
  GROVE_ASSIGN_OR_RETURN(AtomicFile file, AtomicFile::create(path(number_, kSnapshotEnding)));
  GROVE_RETURN_IF_ERROR(file.append(bytes_of(file_head(changes_))));
  GROVE_RETURN_IF_ERROR(file.append(bytes_of(record_head(payload))));
  GROVE_RETURN_IF_ERROR(file.append(payload));
  return file.commit();
}

Status Journal::finish_snapshot() {
  const std::vector<std::uint64_t> snapshots = numbers_in(folder_, kSnapshotEnding);
  if (snapshots.empty()) return {};
  const std::uint64_t newest = snapshots.back();
  for (const std::string_view ending : {kLogEnding, kSnapshotEnding})
    for (const std::uint64_t number : numbers_in(folder_, ending))
      if (number < newest) GROVE_RETURN_IF_ERROR(remove_file(path(number, ending)));
  snapshot_bytes_ = std::filesystem::file_size(path(newest, kSnapshotEnding));
  log_bytes_ = end_;
  tried_at_ = 0;
  return {};
}

}  // namespace grove::rdf
