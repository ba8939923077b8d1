#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "base/descriptor.h"
#include "base/result.h"

namespace grove::rdf {

/// The changes of a store on disk (docs/formats/rdf.md): a snapshot, and logs of what came after it. One process has it open at a time.
class Journal {
 public:
  using Replay = std::function<Status(std::string_view delta)>;

  /// Hands out what is there, in its order, after it told that the folder is its own. An end that was cut off while it was written is
  /// dropped. kLocked while another process has it, kCorrupt for damage.
  static Result<Journal> open(const std::string& folder, const Replay& replay, const std::function<void()>& on_lock = [] {});

  /// After it returns, the change survives a power cut.
  Status append(std::string_view delta);
  /// Takes the last change back, if it was appended by this object.
  void take_back();
  /// How many changes there have ever been.
  std::uint64_t changes() const { return changes_; }
  /// Whether the logs have grown so long that a snapshot is worth it.
  bool wants_snapshot() const { return log_bytes_ > kSmallLog && log_bytes_ > snapshot_bytes_ && log_bytes_ > tried_at_ * 2; }

  /// From here on changes go to a new log, which follows a snapshot of what there is now.
  Status begin_snapshot();
  /// Writes it, from this process or from a copy of it made right after `begin_snapshot`.
  Status write_snapshot(const std::function<Status(const std::function<void(std::string_view)>&)>& write) const;
  /// Call once it is written: what it replaces goes.
  Status finish_snapshot();

 private:
  static constexpr std::uint64_t kSmallLog = std::uint64_t{4} << 20U;

  explicit Journal(std::string folder) : folder_(std::move(folder)) {}
  Status lock();
  Status replay_all(const Replay& replay);
  Status replay_log(std::uint64_t number, const Replay& replay);
  Status open_log(std::uint64_t number);
  std::string path(std::uint64_t number, std::string_view ending) const;

  std::string folder_;
  Descriptor lock_;
  Descriptor log_;
  std::uint64_t number_ = 0;  // of the log that is written
  std::uint64_t changes_ = 0;
  std::uint64_t log_bytes_ = 0;  // of all logs
  std::uint64_t snapshot_bytes_ = 0;
  std::uint64_t tried_at_ = 0;     // how long they were when a snapshot was begun that isn't there yet
  std::uint64_t end_ = 0;          // of the log that is written
  std::uint64_t before_last_ = 0;  // where it ended one change ago
};

}  // namespace grove::rdf
