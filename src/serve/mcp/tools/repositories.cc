#include "serve/json/shapes.h"
#include "serve/mcp/tools/long_work.h"
#include "serve/mcp/tools/paging.h"
#include "serve/mcp/tools/symbols.h"

namespace grove::serve::mcp {
namespace {

// Not required, since `job_id` does without.
constexpr FieldSpec kNamedRepository = {.name = "repo_id", .meaning = "Name or id of the repository. Needed without `job_id`."};

constexpr FieldSpec kListArguments[] = {kTokensArgument, kCursorArgument};

constexpr FieldSpec kUpdateArguments[] = {
    kNamedRepository,
    {.name = "branch", .meaning = "Another branch of its remote."},
    {.name = "url", .meaning = "Another URL of its remote."},
    {.name = "name", .meaning = "Another name."},
    {.name = "auto_sync", .type = FieldType::kBoolean, .meaning = "Whether to sync it afterwards.", .fallback = "true"},
    kBackgroundArgument,
    kJobArgument,
    kCancelArgument,
};

constexpr FieldSpec kSyncArguments[] = {
    kNamedRepository,
    {.name = "force",
     .type = FieldType::kBoolean,
     .meaning = "Read and parse every file again, not only what changed.",
     .fallback = "false"},
    kBackgroundArgument,
    kJobArgument,
    kCancelArgument,
};

Result<Json> list_repositories(const ToolCall& call) {
  GROVE_ASSIGN_OR_RETURN(Page page, Page::begin(call));
  GROVE_ASSIGN_OR_RETURN(const auto states, call.backend.engine.repositories());
  for (std::size_t i = page.skip(); i < states.size(); ++i) {
    Json item = Json::parse(repository_json(states[i]));
    item["repo_id"] = states[i].repository.name;
    if (!page.add(std::move(item))) break;
  }
  return page.finish("result", Json::object(), states.size());
}

Result<Json> sync_summary(const Result<engine::Job>& outcome) {
  if (!outcome) return std::unexpected(outcome.error());
  const engine::Job& job = *outcome;
  Json summary = job_summary(job);
  summary["repo_id"] = job.repository;
  if (!job.report) return summary;
  summary["report"] = Json::parse(report_json(*job.report));
  // Files that were left out may be thousands; their number will do.
  summary["report"]["skipped"] = job.report->skipped.size();
  return summary;
}

Result<engine::RepositoryState> repository_asked_for(const ToolCall& call) {
  if (call.arguments.has("repo_id")) return call.backend.engine.repository(call.arguments.text("repo_id"));
  return fail(ErrorCode::kInvalidArgument, "argument `repo_id` is missing", "list_repositories names them all.");
}

Result<Json> update_repository(const ToolCall& call) {
  if (call.arguments.has("job_id")) return sync_summary(job_asked_for(call));
  GROVE_ASSIGN_OR_RETURN(const engine::RepositoryState state, repository_asked_for(call));
  engine::UpdateRequest request{.repository = state.repository.id};
  if (call.arguments.has("name")) request.name = call.arguments.text("name");
  if (call.arguments.has("branch")) request.branch = call.arguments.text("branch");
  if (call.arguments.has("url")) request.url = call.arguments.text("url");
  GROVE_ASSIGN_OR_RETURN(const Repository updated, call.backend.engine.update(request));
  call.backend.announcements.announce({Announcement::Kind::kResourceUpdated, "grove://repositories"});
  Json answer = {{"status", "ok"}, {"repo_id", updated.name}};
  if (!call.arguments.has("auto_sync") || call.arguments.boolean("auto_sync")) {
    const engine::IndexRequest request{.remote = engine::IndexRequest::Remote::kFetch};
    GROVE_ASSIGN_OR_RETURN(answer, sync_summary(index_and_wait(call, updated, request, "sync")));
  }
  GROVE_ASSIGN_OR_RETURN(const engine::RepositoryState now, call.backend.engine.repository(updated.id));
  answer["repository"] = Json::parse(repository_json(now));
  return answer;
}

Result<Json> sync_repository(const ToolCall& call) {
  if (call.arguments.has("job_id")) return sync_summary(job_asked_for(call));
  GROVE_ASSIGN_OR_RETURN(const engine::RepositoryState state, repository_asked_for(call));
  engine::IndexRequest request{.remote = engine::IndexRequest::Remote::kFetch};
  if (call.arguments.boolean("force")) request.depth = engine::IndexRequest::Depth::kForce;
  return sync_summary(index_and_wait(call, state.repository, request, "sync"));
}

Result<Json> stats(const ToolCall& call) {
  GROVE_ASSIGN_OR_RETURN(const engine::Stats found, call.backend.engine.stats());
  GROVE_ASSIGN_OR_RETURN(const auto states, call.backend.engine.repositories());
  return Json::parse(stats_json(found, states));
}

constexpr Tool kTools[] = {
    {.name = "list_repositories",
     .title = "List repositories",
     .description =
         "Lists the indexed repositories with their names, folders or remotes, commits, and how far their indexes are. Use it to "
         "learn which names other tools take.",
     .arguments = kListArguments,
     .run = list_repositories},
    {.name = "update_repository",
     .title = "Change a repository",
     .description = "Changes the name, branch or remote URL of a registered repository and, unless `auto_sync` is false, fetches and "
                    "indexes it afterwards.",
     .arguments = kUpdateArguments,
     .effect = Tool::Effect::kWrites,
     .world = Tool::World::kOpen,
     .pace = ToolEntry::Pace::kLong,
     .run = update_repository},
    {.name = "sync_repository",
     .title = "Sync a repository",
     .description = "Brings a repository's index up to date: fetches its remote where it has one, and reads what changed. Use it when "
                    "answers say `stale`. Reports progress; with `background` it answers at once with a `job_id`.",
     .arguments = kSyncArguments,
     .effect = Tool::Effect::kWrites,
     .world = Tool::World::kOpen,
     .pace = ToolEntry::Pace::kLong,
     .run = sync_repository},
    {.name = "stats",
     .title = "Count what is indexed",
     .description = "Counts repositories, files, units, symbols, references and vectors, and tells how far the index of each is.",
     .run = stats},
};

}  // namespace

std::span<const Tool> repository_tools() { return kTools; }

}  // namespace grove::serve::mcp
