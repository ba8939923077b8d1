#include "engine/jobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <random>
#include <system_error>
#include <utility>

#include "base/check.h"

namespace grove::engine {
namespace {

constexpr std::chrono::milliseconds kBetweenTellings{100};

/// By chance rather than by the clock, which may be set back to a time that an earlier process had.
std::string random_prefix() {
  std::random_device chance;
  return fmt::format("{:08x}{:08x}", chance(), chance());
}

}  // namespace

std::string_view job_state_name(JobState state) {
  switch (state) {
    case JobState::kQueued: return "queued";
    case JobState::kRunning: return "running";
    case JobState::kDone: return "done";
    case JobState::kFailed: return "failed";
    case JobState::kCancelled: return "cancelled";
  }
  return "failed";
}

struct Jobs::Entry {
  Job job;
  JobSpec spec;
  CancelToken cancel;
  std::chrono::steady_clock::time_point told{};
};

/// Of one running job.
class Jobs::Progress final : public ProgressSink {
 public:
  Progress(Jobs& jobs, Entry& entry) : jobs_(jobs), entry_(entry) {}
  void report(const grove::Progress& progress) override { jobs_.report(entry_, progress); }

 private:
  Jobs& jobs_;
  Entry& entry_;
};

Jobs::Jobs(const Limits& limits, std::function<void(const Job&)> on_end, const Clock& clock)
    : limits_(limits), on_end_(std::move(on_end)), clock_(clock), id_prefix_(random_prefix()) {
  for (unsigned i = 0; i < std::max(1U, limits_.at_once); ++i) {
    try {
      threads_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {
      if (threads_.empty()) throw;
      break;  // the machine has no more threads; those there are do all the work
    }
  }
}

Jobs::~Jobs() {
  stop();
  threads_.clear();
}

std::int64_t Jobs::now_ms() const { return latest_ms_ = std::max(latest_ms_, unix_ms(clock_)); }

Result<Job> Jobs::submit(JobSpec spec) {
  const std::lock_guard lock(mutex_);
  if (stopping_) return fail(ErrorCode::kUnavailable, "no more work is taken: the program is ending");
  std::size_t queued = 0;
  for (const auto& entry : entries_) {
    if (entry->job.state != JobState::kQueued) continue;
    ++queued;
    if (entry->spec.repository_id == spec.repository_id && entry->spec.key == spec.key) return entry->job;
  }
  forget_oldest();
  if (queued >= limits_.queued) {
    return fail(ErrorCode::kResourceLimit, fmt::format("{} jobs wait already", queued), "Try again when some have ended.");
  }
  auto entry = std::make_unique<Entry>();
  entry->job.id = fmt::format("{}-{:06}", id_prefix_, next_id_++);
  entry->job.kind = spec.kind;
  entry->job.repository_id = spec.repository_id;
  entry->job.repository = spec.repository;
  entry->job.created_at_ms = now_ms();
  entry->spec = std::move(spec);
  entries_.push_back(std::move(entry));
  runnable_.notify_one();
  return entries_.back()->job;
}

std::vector<Job> Jobs::list() const {
  const std::lock_guard lock(mutex_);
  std::vector<Job> all;
  for (auto entry = entries_.rbegin(); entry != entries_.rend(); ++entry) all.push_back((*entry)->job);
  return all;
}

Result<Jobs::Entry*> Jobs::entry_of(const std::string& id) const {
  const auto found = std::ranges::find_if(entries_, [&](const auto& entry) { return entry->job.id == id; });
  if (found != entries_.end()) return found->get();
  return fail(ErrorCode::kNotFound, fmt::format("there is no job `{}`", id),
              fmt::format("The last {} that ended are remembered, as long as the server runs.", limits_.ended));
}

Result<Job> Jobs::find(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  GROVE_ASSIGN_OR_RETURN(const Entry* entry, entry_of(id));
  return entry->job;
}

Result<Job> Jobs::cancel(const std::string& id) {
  const std::lock_guard lock(mutex_);
  GROVE_ASSIGN_OR_RETURN(Entry * entry, entry_of(id));
  if (entry->job.state == JobState::kQueued) end(*entry, JobState::kCancelled);
  if (entry->job.state == JobState::kRunning && !entry->job.cancel_asked) {
    entry->job.cancel_asked = true;
    entry->cancel.cancel();
    changed(*entry);
  }
  return entry->job;
}

std::shared_ptr<void> Jobs::watch(const std::string& id, std::function<void()> on_change) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t number = next_watcher_++;
  watchers_[number] = {id, std::move(on_change)};
  return {this, [number](Jobs* jobs) {
            const std::lock_guard guard(jobs->mutex_);
            jobs->watchers_.erase(number);
          }};
}

void Jobs::stop() {
  const std::lock_guard lock(mutex_);
  stopping_ = true;
  for (const auto& entry : entries_) {
    entry->cancel.cancel();
    if (entry->job.state == JobState::kQueued) end(*entry, JobState::kCancelled);
  }
  runnable_.notify_all();
}

void Jobs::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    Entry* entry = nullptr;
    runnable_.wait(lock, [&] { return (entry = next_runnable()) != nullptr || stopping_; });
    if (entry == nullptr) return;
    busy_.insert(entry->job.repository_id);
    entry->job.state = JobState::kRunning;
    entry->job.started_at_ms = now_ms();
    changed(*entry);
    lock.unlock();
    run(*entry);
    lock.lock();
  }
}

Jobs::Entry* Jobs::next_runnable() {
  const auto found = std::ranges::find_if(
      entries_, [&](const auto& entry) { return entry->job.state == JobState::kQueued && !busy_.contains(entry->job.repository_id); });
  return found == entries_.end() ? nullptr : found->get();
}

void Jobs::run(Entry& entry) {
  Progress progress(*this, entry);
  Result<ingest::IngestReport> outcome;
  try {
    outcome = entry.spec.work(progress, entry.cancel);
  } catch (const std::exception& error) {
    outcome = std::unexpected(error_of(error));
  }
  const std::lock_guard lock(mutex_);
  busy_.erase(entry.job.repository_id);
  runnable_.notify_all();
  if (outcome) {
    entry.job.report = *std::move(outcome);
    return end(entry, JobState::kDone);
  }
  // What a cancel broke may report any failure.
  if (entry.cancel.cancelled()) return end(entry, JobState::kCancelled);
  entry.job.error = std::move(outcome).error();
  end(entry, JobState::kFailed);
}

void Jobs::end(Entry& entry, JobState state) {
  entry.job.state = state;
  entry.job.ended_at_ms = now_ms();
  entry.spec.work = nullptr;
  changed(entry);
  if (on_end_) on_end_(entry.job);
}

void Jobs::forget_oldest() {
  const auto is_ended = [](const auto& entry) { return has_ended(entry->job.state); };
  auto surplus = static_cast<std::size_t>(std::ranges::count_if(entries_, is_ended));
  std::erase_if(entries_, [&](const auto& entry) { return is_ended(entry) && surplus-- > limits_.ended; });
}

void Jobs::report(Entry& entry, const grove::Progress& progress) {
  const std::lock_guard lock(mutex_);
  const bool new_stage = entry.job.progress.stage != progress.stage;
  entry.job.progress = {.stage = std::string(progress.stage),
                        .done = progress.done,
                        .total = progress.total,
                        .unit = std::string(progress.unit),
                        .subject = std::string(progress.subject)};
  if (new_stage || clock_.steady() - entry.told >= kBetweenTellings) return changed(entry);
  ++entry.job.version;
}

void Jobs::changed(Entry& entry) {
  ++entry.job.version;
  entry.told = clock_.steady();
  for (const auto& [number, watcher] : watchers_) {
    if (watcher.id == entry.job.id) watcher.on_change();
  }
}

}  // namespace grove::engine
