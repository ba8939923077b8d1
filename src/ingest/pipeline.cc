#include "ingest/pipeline.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>
#include <variant>

#include "base/work_queue.h"

namespace grove::ingest {
namespace {

constexpr std::size_t kWaitingOutcomes = 256;

using Segment = std::unique_ptr<index::SegmentBuilder>;

/// One task's outcome, with the task for its path.
struct Delivered {
  const Task* task = nullptr;
  FileOutcome outcome;
};

/// Threads take tasks in order and deliver outcomes and full segments; each thread delivers a file before the segment that holds it.
class Pipeline {
 public:
  explicit Pipeline(const PipelineRequest& request)
      : request_(request), threads_(std::max(1U, request.threads)), deliveries_(kWaitingOutcomes), segments_(threads_ + 1) {}

  Result<Tally> run() {
    // One more segment than threads: while one is written out, its thread goes on with the spare one, and no more memory is used.
    for (unsigned i = 0; i <= threads_; ++i) segments_.push(request_.index.new_segment());
    running_ = threads_;
    Workers workers(threads_, [this](unsigned) { work(); });
    for (unsigned missing = workers.count(); missing < threads_; ++missing) leave();
    const Stopping stopping{*this};
    const Status recorded = record_all();
    if (!recorded) stop();
    workers.join();
    GROVE_RETURN_IF_ERROR(recorded);
    GROVE_RETURN_IF_ERROR(request_.context.cancel.check());
    return std::move(tally_);
  }

 private:
  /// Tells, at the end of a thread however it comes, that nothing more follows from it.
  struct Leaving {
    Pipeline& pipeline;
    ~Leaving() { pipeline.leave(); }
  };
  void leave() {
    if (--running_ == 0) deliveries_.close();
  }

  /// Lets the threads end however the recording ends.
  struct Stopping {
    Pipeline& pipeline;
    ~Stopping() { pipeline.stop(); }
  };

  void stop() {
    stopped_ = true;
    deliveries_.cancel();
    segments_.cancel();
  }

  /// One thread's share; the spare segment has one too.
  std::uint64_t segment_bytes() const { return request_.context.tools.segment_bytes / (threads_ + 1); }

  bool should_stop() const { return stopped_ || request_.context.cancel.cancelled(); }

  void work() {
    const Leaving leaving{*this};
    FileWorker worker(request_.context);
    std::optional<Segment> segment = segments_.pop();
    for (std::size_t i = next_++; segment && i < request_.plan.tasks.size() && !should_stop(); i = next_++) {
      const Task& task = request_.plan.tasks[i];
      FileOutcome outcome = worker.work(task, **segment);
      request_.progress.advance();
      if (should_stop()) return;
      deliveries_.push(Delivered{.task = &task, .outcome = std::move(outcome)});
      if ((*segment)->memory_bytes() < segment_bytes()) continue;
      deliver(std::move(*segment));
      segment = segments_.pop();
    }
    if (segment && (*segment)->files() > 0 && !should_stop()) deliver(std::move(*segment));
  }

  /// Sorting and writing a segment is work for the thread that filled it. Its failure is told by `take`.
  void deliver(Segment segment) {
    [[maybe_unused]] const Status sealed = segment->seal(request_.context.cancel);
    if (!should_stop()) deliveries_.push(std::move(segment));
  }

  Status record_all() {
    while (auto delivery = deliveries_.pop()) {
      GROVE_RETURN_IF_ERROR(request_.context.cancel.check());
      if (auto* segment = std::get_if<Segment>(&*delivery)) {
        GROVE_RETURN_IF_ERROR(request_.recorder.record(std::move(*segment)));
        segments_.push(request_.index.new_segment());
      } else {
        GROVE_RETURN_IF_ERROR(record(std::get<Delivered>(*delivery)));
      }
    }
    return {};
  }

  Status record(Delivered& delivered) {
    FileOutcome& outcome = delivered.outcome;
    if (outcome.failure) return std::unexpected(std::move(*outcome.failure));
    switch (outcome.change) {
      case Change::kAdded: ++tally_.added; break;
      case Change::kModified: ++tally_.modified; break;
      case Change::kLost: ++tally_.lost; break;
      case Change::kNone:
        tally_.unchanged += outcome.searchable ? 1U : 0U;
        tally_.reparsed += outcome.parsed ? 1U : 0U;
        break;
    }
    if (!outcome.searchable) tally_.skipped.push_back({.path = delivered.task->entry.path, .reason = std::move(outcome.skip_reason)});
    if (!outcome.update) return {};
    return request_.recorder.record(std::move(*outcome.update));
  }

  const PipelineRequest& request_;
  unsigned threads_;
  WorkQueue<std::variant<Delivered, Segment>> deliveries_;
  WorkQueue<Segment> segments_;
  std::atomic<std::size_t> next_{0};
  std::atomic<unsigned> running_{0};
  std::atomic<bool> stopped_{false};
  Tally tally_;
};

}  // namespace

Result<Tally> run_pipeline(const PipelineRequest& request) {
  if (request.plan.tasks.empty()) return Tally{};
  return Pipeline(request).run();
}

}  // namespace grove::ingest
