#include "apps/grove/index_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/printable.h"
#include "base/text.h"
#include "engine/repositories.h"

namespace grove::cli {
namespace {

constexpr std::size_t kSkippedShown = 5;

std::string duration_text(double milliseconds) {
  return milliseconds < 1000 ? fmt::format("{:.0f} ms", milliseconds) : fmt::format("{:.1f} s", milliseconds / 1000);
}

std::string skipped_text(const ingest::IngestReport& report, const Console& console) {
  if (report.skipped.empty()) return {};
  const bool all = console.verbosity() == Verbosity::kVerbose;
  const std::size_t shown = all ? report.skipped.size() : std::min(kSkippedShown, report.skipped.size());
  std::string text = fmt::format("  {} {} not indexed", report.skipped.size(), report.skipped.size() == 1 ? "file" : "files");
  if (shown < report.skipped.size()) text += fmt::format(" (`grove coverage {}` lists them all)", report.name);
  text += '\n';
  for (std::size_t i = 0; i < shown; ++i) {
    text +=
        console.faint(fmt::format("    {}: {}", printable_line(report.skipped[i].path), printable_line(report.skipped[i].reason))) + '\n';
  }
  return text;
}

}  // namespace

Consent consent_of(const Invocation& invocation) { return invocation.has(kYesOption.name) ? Consent::kGiven : Consent::kAsk; }

void take_dry_run(const Invocation& invocation, engine::IndexRequest& request) {
  if (invocation.has(kDryRunOption.name)) request.vectors = engine::IndexRequest::Vectors::kEstimateOnly;
}

void IndexRun::add_and_index(const engine::AddRequest& add, engine::IndexRequest request) {
  if (interrupted()) return;
  auto repository = engine_.add(add, session_.progress(), session_.cancel());
  if (!repository) {
    return fail_early(add.name.empty() ? engine::shown_location(add.location) : add.name, std::move(repository).error());
  }
  index(*repository, std::move(request));
}

void IndexRun::index(const Repository& repository, engine::IndexRequest request) {
  if (interrupted()) return;
  request.repository = repository.id;
  request.approve = [this, &repository](const ingest::EmbeddingEstimate& estimate) {
    return ask_for_consent(repository.name, estimate, session_, consent_);
  };
  auto report = engine_.index(request, session_.progress(), session_.cancel());
  if (!report && report.error().code == ErrorCode::kLocked) {
    const Error refusal = report.error();
    const auto handover = session_.handover();
    if (handover) report = handover->index(request, session_.progress(), session_.cancel(), refusal);
  }
  outcomes_.push_back({repository.name, repository.root, std::move(report)});
}

void IndexRun::fail_early(std::string name, Error error) { outcomes_.push_back({std::move(name), "", std::unexpected(std::move(error))}); }

Result<int> IndexRun::finish() {
  if (!interrupted() && outcomes_.size() == 1 && !outcomes_.front().report) return std::unexpected(outcomes_.front().report.error());
  GROVE_ASSIGN_OR_RETURN(const std::string text, tell());
  const Console& console = session_.console();
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? serve::index_json(outcomes_) + '\n' : text));
  return std::ranges::all_of(outcomes_, [](const auto& outcome) { return outcome.report.has_value(); }) ? 0 : 1;
}

Result<std::string> IndexRun::tell() const {
  session_.progress().clear();
  if (interrupted()) return fail(ErrorCode::kCancelled, "interrupted; what was done is kept", "Run the same command again to go on.");
  const Console& console = session_.console();
  std::string text;
  for (const serve::IndexOutcome& outcome : outcomes_) {
    if (!outcome.report) console.complain(fmt::format("grove: {}: {}", outcome.name, printable(describe(outcome.report.error()))));
    if (outcome.report)
      for (const std::string& warning : outcome.report->warnings)
        console.complain(fmt::format("grove: {}: {}", outcome.name, printable(warning)));
    text += summary(outcome);
  }
  return text;
}

std::string IndexRun::summary(const serve::IndexOutcome& outcome) const {
  const Console& console = session_.console();
  if (!outcome.report) return fmt::format("{}  {}\n", console.bold(outcome.name), console.red("failed"));
  const ingest::IngestReport& report = *outcome.report;
  std::string changes;
  const auto add = [&](std::uint64_t count, std::string_view what) {
    if (count > 0) changes += fmt::format("{}{} {}", changes.empty() ? "" : ", ", count, what);
  };
  add(report.added, "added");
  add(report.modified, "modified");
  add(report.deleted, "deleted");
  if (changes.empty()) {
    changes = "nothing changed";
    // By a newer version of the program, or because the work of an earlier run was lost.
    add(report.reparsed, "parsed anew");
    add(report.resolved, "had their names resolved anew");
  }
  const bool only_estimated = report.estimate && report.embedded == 0;
  const std::string vectors = only_estimated ? fmt::format("  vectors, not made: {}\n", cost_text(*report.estimate)) : std::string();
  return fmt::format("{}  {} files, {} lines, {} units; {} in {}\n{}{}", console.bold(outcome.name), report.files, report.lines,
                     report.units, changes, duration_text(report.took_ms), vectors, skipped_text(report, console));
}

}  // namespace grove::cli
