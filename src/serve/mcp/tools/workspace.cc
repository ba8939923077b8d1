#include <fmt/format.h>

#include <cstdlib>

#include "serve/mcp/tools/long_work.h"
#include "serve/mcp/tools/places.h"

namespace grove::serve::mcp {
namespace {

constexpr FieldSpec kArguments[] = {
    {.name = "directory_path", .meaning = "Folder to index, absolute or relative to where the server was started.", .fallback = "."},
    kBackgroundArgument,
    kJobArgument,
    kCancelArgument,
};

Json summary_of(const engine::Job& job, const std::string& workspace) {
  Json summary = job_summary(job);
  summary["workspace"] = workspace;
  summary["repository"] = job.repository;
  if (!job.report) return summary;
  const ingest::IngestReport& report = *job.report;
  summary["added"] = report.added;
  summary["modified"] = report.modified;
  summary["deleted"] = report.deleted;
  summary["unchanged"] = report.unchanged;
  summary["indexed_chunks"] = report.units;
  summary["total_in_store"] = report.units;
  summary["files"] = report.files;
  summary["skipped"] = report.skipped.size();
  if (!report.warnings.empty()) summary["warnings"] = report.warnings;
  return summary;
}

/// A client that stands nowhere in particular must not have the whole disk read.
Status refuse_whole_machine(const std::string& folder) {
  const char* home = std::getenv("HOME");
  if (folder != "/" && (home == nullptr || folder != home)) return {};
  return fail(ErrorCode::kInvalidArgument, fmt::format("{} is no project", folder), "Give the path of one project in `directory_path`.");
}

Result<Json> index_workspace(const ToolCall& call) {
  if (call.arguments.has("job_id")) {
    GROVE_ASSIGN_OR_RETURN(const engine::Job job, job_asked_for(call));
    const auto state = call.backend.engine.repository(job.repository_id);
    return summary_of(job, state ? state->repository.root : std::string());
  }
  GROVE_ASSIGN_OR_RETURN(const std::string folder, absolute_folder(call.backend, call.arguments.text("directory_path", ".")));
  GROVE_RETURN_IF_ERROR(refuse_whole_machine(folder));
  Repository repository;
  // A folder inside a repository means that repository.
  const auto known = repositories_at(call.backend, folder);
  const auto state = known && known->size() == 1 ? call.backend.engine.repository(known->front()) : fail(ErrorCode::kNotFound, "");
  if (state && folder.starts_with(state->repository.root)) {
    repository = state->repository;
  } else {
    NullProgress progress;
    GROVE_ASSIGN_OR_RETURN(repository, call.backend.engine.add({.location = folder}, progress, call.exchange.cancel()));
    call.backend.announcements.announce({Announcement::Kind::kResourceUpdated, "grove://repositories"});
  }
  GROVE_ASSIGN_OR_RETURN(const engine::Job job, index_and_wait(call, repository, {}, "index"));
  return summary_of(job, repository.root);
}

constexpr Tool kTools[] = {
    {.name = "index_workspace",
     .title = "Index a folder",
     .description = "Indexes a folder of code, so that it can be searched and navigated, or brings its index up to date: only what "
                    "changed is read. The first time takes seconds for a small project and minutes for a huge one. Reports progress; "
                    "with `background` it answers at once with a `job_id`.",
     .arguments = kArguments,
     .effect = Tool::Effect::kWrites,
     .pace = ToolEntry::Pace::kLong,
     .run = index_workspace},
};

}  // namespace

std::span<const Tool> workspace_tools() { return kTools; }

}  // namespace grove::serve::mcp
