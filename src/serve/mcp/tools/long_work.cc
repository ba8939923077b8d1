#include "serve/mcp/tools/long_work.h"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>

#include "engine/index_job.h"

namespace grove::serve::mcp {
namespace {

using namespace std::chrono_literals;

// Clients that were told no progress give up after a minute.
constexpr std::chrono::milliseconds kSilentPatience = 45s;
constexpr std::chrono::milliseconds kBetweenLooks = 50ms;
constexpr std::chrono::milliseconds kForCancel = 5s;

/// Woken by a job's changes. Outlives the watch, whose last call may be under way while it is dropped.
struct Bell {
  std::mutex mutex;
  std::condition_variable rung;
  void wait() {
    std::unique_lock lock(mutex);
    rung.wait_for(lock, kBetweenLooks);
  }
};

/// One number that only grows, over stages that each count anew.
class Steps {
 public:
  double at(const engine::Job::Moment& moment) {
    if (moment.stage != stage_) {
      before_ += last_ + 1;
      stage_ = moment.stage;
      last_ = 0;
    }
    last_ = static_cast<double>(moment.done);
    return before_ + last_;
  }

 private:
  std::string stage_;
  double before_ = 0, last_ = 0;
};

std::string moment_text(const engine::Job::Moment& moment) {
  if (moment.stage.empty()) return "waiting";
  if (moment.total == 0) return moment.done == 0 ? moment.stage : fmt::format("{} {} {}", moment.stage, moment.done, moment.unit);
  return fmt::format("{} {} of {} {}", moment.stage, moment.done, moment.total, moment.unit);
}

using Work = decltype(engine::JobSpec::work);

/// The same work, done by a server where another process holds the lock.
Work handed_over(Work work, const Handover& handover, const Repository& repository, engine::IndexRequest request) {
  request.repository = repository.id;
  return [work = std::move(work), &handover, request](ProgressSink& progress, const CancelToken& cancel) {
    auto report = work(progress, cancel);
    if (report || report.error().code != ErrorCode::kLocked) return report;
    return handover.index(request, progress, cancel, report.error());
  };
}

bool failed(const engine::Job& job) { return job.state == engine::JobState::kFailed && job.error.has_value(); }

Result<engine::Job> cancelled(engine::Jobs& jobs, const engine::Job& job) {
  const auto begun = std::chrono::steady_clock::now();
  auto now = jobs.cancel(job.id);
  Bell bell;
  while (now && !engine::has_ended(now->state) && std::chrono::steady_clock::now() - begun < kForCancel) {
    bell.wait();
    now = jobs.find(job.id);
  }
  return fail(ErrorCode::kCancelled, fmt::format("indexing {} was cancelled; what was done is kept", job.repository));
}

Result<engine::Job> wait_for(const ToolCall& call, engine::Job job) {
  const auto begun = std::chrono::steady_clock::now();
  std::optional<std::chrono::milliseconds> patience = call.exchange.patience();
  if (!call.exchange.wants_progress() && (!patience || *patience > kSilentPatience)) patience = kSilentPatience;
  const auto bell = std::make_shared<Bell>();
  const auto watch = call.backend.jobs.watch(job.id, [bell] { bell->rung.notify_all(); });
  Steps steps;
  while (!engine::has_ended(job.state)) {
    if (call.exchange.cancel().cancelled()) return cancelled(call.backend.jobs, job);
    if (patience && std::chrono::steady_clock::now() - begun > *patience) return job;
    call.exchange.progress(steps.at(job.progress), std::nullopt, moment_text(job.progress));
    bell->wait();
    GROVE_ASSIGN_OR_RETURN(job, call.backend.jobs.find(job.id));
  }
  if (failed(job)) return std::unexpected(*job.error);
  return job;
}

}  // namespace

Result<engine::Job> index_and_wait(const ToolCall& call, const Repository& repository, const engine::IndexRequest& request,
                                   std::string kind) {
  auto spec = engine::index_job(call.backend.engine, repository, request, std::move(kind));
  if (call.backend.handover != nullptr) spec.work = handed_over(std::move(spec.work), *call.backend.handover, repository, request);
  GROVE_ASSIGN_OR_RETURN(engine::Job job, call.backend.jobs.submit(std::move(spec)));
  if (call.arguments.boolean("background")) return job;
  GROVE_ASSIGN_OR_RETURN(job, wait_for(call, std::move(job)));
  if (job.report) {
    for (const std::string& warning : job.report->warnings) call.exchange.log(Severity::kWarning, "index", warning);
  }
  return job;
}

Result<engine::Job> job_asked_for(const ToolCall& call) {
  const std::string id = call.arguments.text("job_id");
  auto job = call.arguments.boolean("cancel") ? call.backend.jobs.cancel(id) : call.backend.jobs.find(id);
  if (job && failed(*job)) return std::unexpected(*job->error);
  return job;
}

Json job_summary(const engine::Job& job) {
  if (job.state == engine::JobState::kDone) return {{"status", "ok"}};
  Json summary = {{"status", engine::job_state_name(job.state)}, {"job_id", job.id}};
  if (engine::has_ended(job.state)) return summary;
  summary["progress"] = moment_text(job.progress);
  summary["hint"] = "The work goes on. Call this tool again with `job_id` to see how far it is.";
  return summary;
}

}  // namespace grove::serve::mcp
