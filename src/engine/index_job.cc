#include "engine/index_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace grove::engine {
namespace {

/// Nothing came of registering it: neither a clone nor an index.
bool is_empty_shell(const RepositoryState& state) {
  std::error_code error;
  return !state.repository.url.empty() && state.repository.indexed_at_ms == 0 && !std::filesystem::exists(state.repository.root, error);
}

/// Whether people have put it into a group or said what it has to do with others.
bool is_spoken_of(const Topology& topology, const std::string& id) {
  const auto holds = [&](const RepositoryGroup& group) { return std::ranges::find(group.members, id) != group.members.end(); };
  const auto ends_in = [&](const RepositoryDependency& one) { return one.from == id || one.to == id; };
  return std::ranges::any_of(topology.groups, holds) || std::ranges::any_of(topology.dependencies, ends_in) ||
         std::ranges::any_of(topology.dismissed, ends_in);
}

}  // namespace

JobSpec index_job(Engine& engine, const Repository& repository, IndexRequest request, std::string kind) {
  request.repository = repository.id;
  JobSpec spec{.kind = std::move(kind), .repository_id = repository.id, .repository = repository.name, .key = {}, .work = {}};
  spec.key =
      fmt::format("index {} {} {}", static_cast<int>(request.depth), static_cast<int>(request.remote), static_cast<int>(request.vectors));
  spec.work = [&engine, request](ProgressSink& progress, const CancelToken& cancel) { return engine.index(request, progress, cancel); };
  return spec;
}

JobSpec first_index_job(Engine& engine, const Repository& repository, IndexRequest request) {
  JobSpec spec = index_job(engine, repository, std::move(request), "add");
  spec.work = [&engine, id = repository.id, work = std::move(spec.work)](ProgressSink& progress, const CancelToken& cancel) {
    auto report = work(progress, cancel);
    if (report) return report;
    const auto state = engine.repository(id);
    const auto topology = engine.topology();
    // What can't be undone stays listed as not indexed.
    if (state && is_empty_shell(*state) && topology && !is_spoken_of(*topology, id)) static_cast<void>(engine.remove(id));
    return report;
  };
  return spec;
}

}  // namespace grove::engine
