#include "apps/grove/summary_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/printable.h"
#include "serve/json/answer_shapes.h"

namespace grove::cli {

Status SummaryRun::take(const Repository& repository) {
  auto report = engine_.summarize({.repository = repository.id, .depth = depth_}, session_.progress(), session_.cancel());
  session_.progress().clear();
  if (!report) return std::unexpected(std::move(report).error());
  for (const std::string& warning : report->warnings) session_.console().note(fmt::format("grove: {}", printable(warning)));
  reports_.push_back(*std::move(report));
  return {};
}

std::vector<std::string> SummaryRun::lines() const {
  std::vector<std::string> lines;
  for (const engine::SummaryReport& report : reports_) {
    const std::string failed = report.failed == 0 ? "" : fmt::format(", {} failed", report.failed);
    lines.push_back(fmt::format("{}: {} summaries written by {}, {} fit still, {} removed{}", printable_line(report.repository),
                                report.written, printable_line(report.model), report.unchanged, report.removed, failed));
  }
  return lines;
}

std::string SummaryRun::tell() const {
  if (session_.console().json()) return serve::summaries_json(reports_) + '\n';
  std::string text;
  for (const std::string& line : lines()) text += line + '\n';
  return text;
}

bool SummaryRun::has_failures() const {
  return std::ranges::any_of(reports_, [](const auto& report) { return report.failed > 0; });
}

}  // namespace grove::cli
