#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/cancel.h"
#include "base/progress.h"
#include "base/result.h"
#include "ingest/ingest.h"

namespace grove::engine {

enum class JobState : std::uint8_t { kQueued, kRunning, kDone, kFailed, kCancelled };
/// "queued", "running", "done", "failed", "cancelled"
std::string_view job_state_name(JobState state);
constexpr bool has_ended(JobState state) { return state != JobState::kQueued && state != JobState::kRunning; }

/// Long work as it stands at one moment.
struct Job {
  std::string id;  ///< Never given twice, not by another process either. Those of one process sort in the order of submission.
  std::string kind;
  std::string repository_id;
  std::string repository;  ///< Its name when the job was submitted.
  JobState state = JobState::kQueued;
  bool cancel_asked = false;  ///< A running job that was cancelled runs on until it notices.
  struct Moment {
    std::string stage;  ///< Empty before the work says anything.
    std::uint64_t done = 0;
    std::uint64_t total = 0;  ///< 0 while it is not known.
    std::string unit, subject;
  } progress;
  std::int64_t created_at_ms = 0, started_at_ms = 0, ended_at_ms = 0;  ///< Unix time; 0: not yet.
  std::optional<ingest::IngestReport> report;                          ///< Of a job that is done.
  std::optional<Error> error;                                          ///< Of a job that failed.
  std::uint64_t version = 0;                                           ///< Raised by every change.
};

/// Long work to be done.
struct JobSpec {
  std::string kind;           ///< What clients see: "add", "sync", "index".
  std::string repository_id;  ///< One job of a repository runs at a time.
  std::string repository;
  std::string key;  ///< Says all that tells this work from other work on the repository.
  /// Called once on a thread of the queue. What it throws fails the job only.
  std::function<Result<ingest::IngestReport>(ProgressSink&, const CancelToken&)> work;
};

}  // namespace grove::engine
