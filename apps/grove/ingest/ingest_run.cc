#include "apps/grove/ingest/ingest_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "apps/grove/summary_run.h"
#include "base/printable.h"
#include "base/text.h"
#include "engine/repositories.h"

namespace grove::cli {
namespace {

template <class T>
Status as_status(const Result<T>& result) {
  return result ? Status{} : Status(std::unexpected(result.error()));
}

bool is_meant(const Repository& repository, const WantedRepository& wanted, const std::string& location) {
  if (!wanted.name.empty()) return repository.name == wanted.name;
  return repository.url == location && (!wanted.subpath || *wanted.subpath == repository.subpath);
}

}  // namespace

void IngestRun::take(const ReposEntry& entry) {
  if (run_.interrupted()) return;
  session_.progress().clear();
  session_.console().note(fmt::format("=== Ingesting {} ===", printable_line(entry.label)));
  const std::size_t before = run_.outcomes().size();
  const Status done = entry.wanted ? ingest(*entry.wanted) : Status(std::unexpected(entry.wanted.error()));
  if (done || run_.interrupted()) return;
  if (run_.outcomes().size() == before) return run_.fail_early(entry.label, done.error());
  session_.console().complain(fmt::format("grove: {}: {}", printable_line(entry.label), printable(describe(done.error()))));
}

Status IngestRun::ingest(const WantedRepository& wanted) {
  GROVE_ASSIGN_OR_RETURN(const std::string location, location_of(wanted));
  GROVE_ASSIGN_OR_RETURN(const auto known, registered(wanted, location));
  if (!known) {
    const std::string branch = wanted.branch.value_or("");
    session_.console().note(fmt::format("Fetching {} ({})", printable_line(engine::shown_location(location)),
                                        branch.empty() ? "its default branch" : "branch=" + printable_line(branch)));
    run_.add_and_index({.name = wanted.name, .location = location, .branch = branch, .subpath = wanted.subpath.value_or("")}, {});
    return note_commit();
  }
  taken_.insert(known->id);
  GROVE_ASSIGN_OR_RETURN(const Repository repository, brought_up_to(*known, wanted, location));
  engine::IndexRequest request;
  request.remote = engine::IndexRequest::Remote::kFetch;
  request.depth = depth_for(repository);
  run_.index(repository, request);
  // A branch that isn't there, a remote that is gone: what answers until now is what stays registered.
  if (!run_.outcomes().empty() && !run_.outcomes().back().report && !repository.url.empty())
    return as_status(engine_.update({.repository = known->id, .branch = known->branch, .url = known->url, .subpath = known->subpath}));
  return note_commit();
}

Result<std::string> IngestRun::location_of(const WantedRepository& wanted) {
  if (engine::is_remote(wanted.url)) return wanted.url;
  std::string location = engine::location_of_folder(wanted.url);
  std::error_code error;
  if (std::filesystem::exists(wanted.url, error)) return location;
  // What was cloned from there is still that remote: its fetch says that it is gone.
  const std::string remote = "file://" + replace_all(location, "%", "%25");
  GROVE_ASSIGN_OR_RETURN(const auto states, engine_.repositories());
  const bool is_clone = std::ranges::any_of(states, [&](const auto& state) { return state.repository.url == remote; });
  return is_clone ? remote : location;
}

Result<std::optional<Repository>> IngestRun::registered(const WantedRepository& wanted, const std::string& location) {
  GROVE_ASSIGN_OR_RETURN(const auto states, engine_.repositories());
  for (const engine::RepositoryState& state : states) {
    const Repository& repository = state.repository;
    if (!is_meant(repository, wanted, location)) continue;
    if (taken_.contains(repository.id))
      return fail(ErrorCode::kAlreadyExists, fmt::format("{} is what an earlier entry is called or means", repository.name),
                  "Give one another name.");
    if (repository.url.empty() == !engine::is_remote(location)) return repository;
    return fail(ErrorCode::kAlreadyExists,
                fmt::format("the name {} is taken by {}", repository.name, repository.url.empty() ? repository.root : repository.url),
                fmt::format("Give another name, or `grove remove {}` first.", repository.name));
  }
  return std::nullopt;
}

Result<Repository> IngestRun::brought_up_to(const Repository& repository, const WantedRepository& wanted, const std::string& location) {
  if (repository.url.empty()) {
    return engine_.add(
        {.name = wanted.name, .location = location, .branch = wanted.branch.value_or(""), .subpath = wanted.subpath.value_or("")},
        session_.progress(), session_.cancel());
  }
  engine::UpdateRequest update{.repository = repository.id};
  if (location != repository.url) update.url = location;
  if (wanted.branch.value_or(repository.branch) != repository.branch) update.branch = wanted.branch;
  if (wanted.subpath.value_or(repository.subpath) != repository.subpath) update.subpath = wanted.subpath;
  if (!update.url && !update.branch && !update.subpath) return repository;
  return engine_.update(update);
}

engine::IndexRequest::Depth IngestRun::depth_for(const Repository& repository) {
  using Depth = engine::IndexRequest::Depth;
  if (extent_ == Extent::kAll) return Depth::kRebuild;
  if (repository.indexed_at_ms == 0) return Depth::kChanges;
  const auto commit = shas_.of(repository.name);
  if (!commit) session_.console().complain(fmt::format("grove: {}", printable(describe(commit.error()))));
  return commit && *commit ? Depth::kChanges : Depth::kRebuild;
}

Status IngestRun::note_commit() {
  if (run_.outcomes().empty() || !run_.outcomes().back().report) return {};
  GROVE_ASSIGN_OR_RETURN(const auto state, engine_.repository(run_.outcomes().back().report->name));
  taken_.insert(state.repository.id);
  return shas_.note(state.repository.name, state.repository.commit);
}

void IngestRun::summarize() {
  SummaryRun summaries(session_, engine_, engine::SummaryRequest::Depth::kChanges);
  for (const std::string& id : taken_) {
    if (run_.interrupted()) return;
    const auto state = engine_.repository(id);
    if (!state || state->state != engine::RepositoryState::State::kReady) continue;
    if (const Status done = summaries.take(state->repository); !done)
      session_.console().complain(fmt::format("grove: {}", printable(describe(done.error()))));
  }
  for (const std::string& line : summaries.lines()) session_.console().note(line);
}

Result<int> IngestRun::finish() {
  GROVE_ASSIGN_OR_RETURN(std::string text, run_.tell());
  const serve::IngestTotals totals = serve::totals_of(run_.outcomes());
  const std::string failed = totals.failed == 0 ? "" : fmt::format("'failed': {}, ", totals.failed);
  text += fmt::format("Ingest {}: {{'repos': {}, {}'files': {}, 'docs': {}, 'embedded': {}}}\n", failed.empty() ? "complete" : "incomplete",
                      totals.repositories, failed, totals.files, totals.units, totals.vectors);
  const Console& console = session_.console();
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? serve::ingest_json(run_.outcomes()) + '\n' : text));
  return totals.failed == 0 ? 0 : 1;
}

}  // namespace grove::cli
