#include "engine/repository_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace grove::engine {
namespace {

using Clock = std::chrono::steady_clock;
using source::TreeChanges;
using std::chrono::milliseconds;

constexpr int kLongestDelay = 10;  // debounces
constexpr std::chrono::seconds kBetweenAttempts{1};
constexpr int kMostDoublings = 6;
constexpr std::chrono::hours kNoHurry{1};

bool concerns_files(const TreeChanges& changes) { return changes.everything || !changes.paths.empty(); }
bool concerns_index(const TreeChanges& changes) { return concerns_files(changes) || changes.commit; }

std::string duration_text(double ms) { return ms < 1000 ? fmt::format("{:.0f} ms", ms) : fmt::format("{:.1f} s", ms / 1000); }

}  // namespace

RepositoryWatch::RepositoryWatch(Surroundings around, Watched watched) : around_(std::move(around)), watched_(std::move(watched)) {
  changes_->pending.everything = true;
  first_change_ = last_change_ = Clock::now() - around_.debounce;
  thread_ = std::jthread([this] { run(); });
}

RepositoryWatch::~RepositoryWatch() {
  stop();
  thread_ = {};
  job_watch_.reset();
}

void RepositoryWatch::stop() {
  stopping_ = true;
  watched_.tree->wake();
}

void RepositoryWatch::tell(LogLevel level, std::string text) const {
  if (around_.tell) around_.tell({level, watched_.repository.name, std::move(text)});
}

void RepositoryWatch::run() {
  tell(LogLevel::kInfo, "watching " + watched_.repository.root);
  while (!stopping_ && !ended_) {
    set_mark();
    begin_job_when_due();
    auto changes = watched_.tree->wait(time_to_wait());
    if (!changes) {
      tell(LogLevel::kError, "is watched no more: " + describe(changes.error()));
      break;
    }
    take(*std::move(changes));
    look_after_job();
  }
  if (!job_.empty()) static_cast<void>(around_.jobs.cancel(job_));
  watched_.pending.lower();
  ended_ = true;
  if (around_.on_end) around_.on_end();
}

void RepositoryWatch::take(TreeChanges changes) {
  for (const std::string& note : std::exchange(changes.notes, {})) tell(LogLevel::kWarning, note);
  tell_of_root(std::exchange(changes.root, TreeChanges::Root::kAsBefore));
  if (!concerns_index(changes)) return;
  waits_for_change_ = false;
  last_change_ = Clock::now();
  const std::lock_guard lock(changes_->mutex);
  if (!concerns_index(changes_->pending)) first_change_ = last_change_;
  changes_->pending.add(std::move(changes));
}

void RepositoryWatch::tell_of_root(TreeChanges::Root root) {
  if (root == TreeChanges::Root::kAsBefore) return;
  root_is_gone_ = root == TreeChanges::Root::kGone;
  failures_ = 0;
  not_before_ = {};
  tell(LogLevel::kWarning, root_is_gone_ ? "its folder is gone; waiting for it to come back" : "its folder is back");
}

bool RepositoryWatch::has_work() const {
  const std::lock_guard lock(changes_->mutex);
  return job_.empty() && !root_is_gone_ && !waits_for_change_ && concerns_index(changes_->pending);
}

milliseconds RepositoryWatch::time_to_wait() const {
  if (!has_work()) return kNoHurry;
  const Time quiet = last_change_ + around_.debounce;
  const Time latest = first_change_ + kLongestDelay * around_.debounce;
  const Time due = std::max(std::min(quiet, latest), not_before_);
  return std::max(milliseconds(0), std::chrono::ceil<milliseconds>(due - Clock::now()));
}

void RepositoryWatch::begin_job_when_due() {
  if (!has_work() || time_to_wait() > milliseconds(0)) return;
  JobSpec spec{
      .kind = "watch", .repository_id = watched_.repository.id, .repository = watched_.repository.name, .key = "watch", .work = {}};
  spec.work = [&engine = around_.engine, changes = changes_, id = watched_.repository.id](ProgressSink& progress,
                                                                                          const CancelToken& cancel) {
    IndexRequest request{.repository = id};
    {
      const std::lock_guard lock(changes->mutex);
      changes->in_work.add(std::exchange(changes->pending, {}));
      const auto& paths = changes->in_work.paths;
      if (!changes->in_work.everything) request.paths.emplace(paths.begin(), paths.end());
    }
    return engine.index(request, progress, cancel);
  };
  const auto job = around_.jobs.submit(std::move(spec));
  if (!job) {
    ended_ = job.error().code == ErrorCode::kUnavailable;
    not_before_ = Clock::now() + kBetweenAttempts;
    return;
  }
  job_ = job->id;
  job_watch_ = around_.jobs.watch(job_, [this] { watched_.tree->wake(); });
  // It may have ended before it was watched.
  watched_.tree->wake();
}

void RepositoryWatch::look_after_job() {
  if (job_.empty()) return;
  const auto job = around_.jobs.find(job_);
  if (job && !engine::has_ended(job->state)) return;
  job_.clear();
  job_watch_.reset();
  if (job && job->state == JobState::kDone) return on_done(*job->report);
  put_back();
  if (job && job->state == JobState::kFailed) return on_failure(*job->error);
  waits_for_change_ = true;
  if (!stopping_) tell(LogLevel::kInfo, "indexing was cancelled; it goes on with the next change");
}

void RepositoryWatch::on_done(const ingest::IngestReport& report) {
  {
    const std::lock_guard lock(changes_->mutex);
    changes_->in_work = {};
  }
  failures_ = 0;
  std::string problem;
  for (const std::string& warning : report.warnings) problem += (problem.empty() ? "" : "; ") + warning;
  if (!problem.empty() && problem != last_problem_) tell(LogLevel::kWarning, problem);
  last_problem_ = std::move(problem);
  const auto files = report.added + report.modified + report.deleted;
  if (files > 0) tell(LogLevel::kInfo, fmt::format("{} {} in {}", files, files == 1 ? "file" : "files", duration_text(report.took_ms)));
}

void RepositoryWatch::on_failure(const Error& error) {
  if (error.code == ErrorCode::kNotFound && !around_.engine.repository(watched_.repository.id)) {
    tell(LogLevel::kInfo, "is no longer registered");
    ended_ = true;
    return;
  }
  const bool is_locked = error.code == ErrorCode::kLocked;
  failures_ = is_locked ? 0 : std::min(failures_ + 1, kMostDoublings);
  not_before_ = Clock::now() + kBetweenAttempts * (1 << failures_);
  std::string problem = is_locked ? "waits: " + error.message : describe(error);
  if (problem != last_problem_) tell(is_locked ? LogLevel::kInfo : LogLevel::kError, problem);
  last_problem_ = std::move(problem);
}

void RepositoryWatch::put_back() {
  const std::lock_guard lock(changes_->mutex);
  changes_->pending.add(std::exchange(changes_->in_work, {}));
}

void RepositoryWatch::set_mark() {
  const std::lock_guard lock(changes_->mutex);
  const bool behind = concerns_files(changes_->pending) || concerns_files(changes_->in_work);
  behind ? watched_.pending.raise() : watched_.pending.lower();
}

}  // namespace grove::engine
