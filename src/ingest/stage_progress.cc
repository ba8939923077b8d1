#include "ingest/stage_progress.h"

namespace grove::ingest {
namespace {

constexpr std::chrono::milliseconds kBetweenReports{50};

}  // namespace

StageProgress::StageProgress(ProgressSink& sink, std::string_view stage, std::string_view subject, std::uint64_t total)
    : sink_(sink), stage_(stage), subject_(subject), total_(total), next_report_(std::chrono::steady_clock::now() + kBetweenReports) {
  report(0);
}

StageProgress::~StageProgress() { report(done_.load()); }

void StageProgress::report(std::uint64_t done) {
  sink_.report({.stage = stage_, .done = done, .total = total_, .unit = "files", .subject = subject_});
}

void StageProgress::advance(std::uint64_t by) {
  const std::uint64_t done = done_.fetch_add(by) + by;
  const std::unique_lock reporting(reporting_, std::try_to_lock);
  if (!reporting) return;  // another thread is just reporting
  const auto now = std::chrono::steady_clock::now();
  if (now < next_report_) return;
  next_report_ = now + kBetweenReports;
  report(done);
}

}  // namespace grove::ingest
