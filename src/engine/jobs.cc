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

/// Done once, for one job or several.
struct Jobs::Work {
  JobSpec spec;
  CancelToken cancel;
};

struct Jobs::Entry {
  Job job;
  std::shared_ptr<Work> work;  // null once it ended
  std::chrono::steady_clock::time_point told{};
};

/// Of work that is being done.
class Jobs::Progress final : public ProgressSink {
 public:
  Progress(Jobs& jobs, const Work& work) : jobs_(jobs), work_(work) {}
  void report(const grove::Progress& progress) override { jobs_.report(work_, progress); }

 private:
  Jobs& jobs_;
  const Work& work_;
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
  std::shared_ptr<Work> work = queued_work(spec);
  std::set<const Work*> queued;
  for (const auto& entry : entries_)
    if (entry->job.state == JobState::kQueued) queued.insert(entry->work.get());
  forget_oldest();
  const std::size_t waiting = work == nullptr ? queued.size() : waiting_for(*work).size();
  if (waiting >= limits_.queued)
    return fail(ErrorCode::kResourceLimit, fmt::format("{} jobs wait already", waiting), "Try again when some have ended.");
  auto entry = std::make_unique<Entry>();
  entry->job.id = fmt::format("{}-{:06}", id_prefix_, next_id_++);
  entry->job.kind = spec.kind;
  entry->job.repository_id = spec.repository_id;
  entry->job.repository = spec.repository;
  entry->job.created_at_ms = now_ms();
  if (work == nullptr) work = std::make_shared<Work>(Work{.spec = std::move(spec), .cancel = {}});
  entry->work = std::move(work);
  entries_.push_back(std::move(entry));
  runnable_.notify_one();
  return entries_.back()->job;
}

std::shared_ptr<Jobs::Work> Jobs::queued_work(const JobSpec& spec) const {
  for (const auto& entry : entries_) {
    if (entry->job.state != JobState::kQueued) continue;
    if (entry->work->spec.repository_id == spec.repository_id && entry->work->spec.key == spec.key) return entry->work;
  }
  return nullptr;
}

std::vector<Jobs::Entry*> Jobs::waiting_for(const Work& work) const {
  std::vector<Entry*> waiting;
  for (const auto& entry : entries_)
    if (entry->work.get() == &work) waiting.push_back(entry.get());
  return waiting;
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
  const bool is_shared = entry->work != nullptr && waiting_for(*entry->work).size() > 1;
  if (entry->job.state == JobState::kQueued || is_shared) end(*entry, JobState::kCancelled);
  if (entry->job.state == JobState::kRunning && !entry->job.cancel_asked) {
    entry->job.cancel_asked = true;
    entry->work->cancel.cancel();
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
    if (entry->work != nullptr) entry->work->cancel.cancel();
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
    const std::shared_ptr<Work> work = entry->work;
    busy_.insert(work->spec.repository_id);
    for (Entry* each : waiting_for(*work)) {
      each->job.state = JobState::kRunning;
      each->job.started_at_ms = now_ms();
      changed(*each);
    }
    lock.unlock();
    run(*work);
    lock.lock();
  }
}

Jobs::Entry* Jobs::next_runnable() {
  const auto found = std::ranges::find_if(
      entries_, [&](const auto& entry) { return entry->job.state == JobState::kQueued && !busy_.contains(entry->job.repository_id); });
  return found == entries_.end() ? nullptr : found->get();
}

void Jobs::run(const Work& work) {
  Progress progress(*this, work);
  Result<ingest::IngestReport> outcome;
  try {
    outcome = work.spec.work(progress, work.cancel);
  } catch (const std::exception& error) {
    outcome = std::unexpected(error_of(error));
  }
  const std::lock_guard lock(mutex_);
  busy_.erase(work.spec.repository_id);
  runnable_.notify_all();
  // What a cancel broke may report any failure.
  const JobState state = outcome ? JobState::kDone : work.cancel.cancelled() ? JobState::kCancelled : JobState::kFailed;
  for (Entry* entry : waiting_for(work)) {
    if (state == JobState::kDone) entry->job.report = *outcome;
    if (state == JobState::kFailed) entry->job.error = outcome.error();
    end(*entry, state);
  }
}

void Jobs::end(Entry& entry, JobState state) {
  entry.job.state = state;
  entry.job.ended_at_ms = now_ms();
  entry.work = nullptr;
  changed(entry);
  if (on_end_) on_end_(entry.job);
}

void Jobs::forget_oldest() {
  const auto is_ended = [](const auto& entry) { return has_ended(entry->job.state); };
  auto surplus = static_cast<std::size_t>(std::ranges::count_if(entries_, is_ended));
  std::erase_if(entries_, [&](const auto& entry) { return is_ended(entry) && surplus-- > limits_.ended; });
}

void Jobs::report(const Work& work, const grove::Progress& progress) {
  const std::lock_guard lock(mutex_);
  for (Entry* entry : waiting_for(work)) {
    const bool new_stage = entry->job.progress.stage != progress.stage;
    entry->job.progress = {.stage = std::string(progress.stage),
                           .done = progress.done,
                           .total = progress.total,
                           .unit = std::string(progress.unit),
                           .subject = std::string(progress.subject)};
    if (new_stage || clock_.steady() - entry->told >= kBetweenTellings) {
      changed(*entry);
    } else {
      ++entry->job.version;
    }
  }
}

void Jobs::changed(Entry& entry) {
  ++entry.job.version;
  entry.told = clock_.steady();
  for (const auto& [number, watcher] : watchers_) {
    if (watcher.id == entry.job.id) watcher.on_change();
  }
}

}  // namespace grove::engine
